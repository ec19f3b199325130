package dev.otters.cli.commands.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Json;
import dev.otters.api.bin.BinPlatform;
import dev.otters.api.bin.BinView;
import dev.otters.api.image.ImageView;
import dev.otters.api.image.RemoteImageView;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.Given;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageTextTest {
  private static final String CONFIG =
      """
      {"syntax": "openotters/agentfile:1",
       "agent": {
         "from": "base", "runtime": "otters/runtime:0.1.0", "model": "scripted/guide",
         "contexts": [{"name": "SOUL", "description": "Who you are"}, {"name": "RULES"}],
         "configs": [
           {"key": "max-iterations", "value": 10},
           {"key": "region", "required": true},
           {"key": "zone", "required": true},
           {"key": "zone"},
           {"key": "region", "value": "eu"}],
         "bins": [{"name": "sh", "image": "otters/tools/sh:latest", "description": "A shell"}],
         "adds": [{"src": "data/cities.json", "name": "cities.json"}],
         "envs": [{"key": "TOKEN", "value": ""}],
         "capabilities": ["note-save", "note-list"]},
       "x-otters": {
         "resources": [{"name": "memory", "kind": "memory", "mode": "read-write"}],
         "vaults": [{"name": "gh", "env": "GH_TOKEN", "bins": ["sh", "git"]}],
         "parents": [{"name": "base:latest"}, {"name": "root:1"}]}}
      """;
  private static final Map<String, String> LABELS =
      Map.of(
          "description", "A big one",
          "io.openotters.required-env", "TOKEN",
          "io.openotters.required-mounts", "/workspace/src",
          "io.openotters.allow-hosts", "example.com",
          "io.openotters.ask-tools", "sh",
          "io.openotters.memory", "2g");

  @TempDir Path temp;
  private Bench bench;

  @BeforeEach
  void open() throws IOException {
    bench = new Bench(temp);
  }

  @AfterEach
  void close() throws IOException {
    bench.close();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> config() {
    return (Map<String, Object>) Json.read(CONFIG, Map.class);
  }

  private static ImageView image() {
    return new ImageView(
        "big",
        Given.DIGEST,
        List.of("a:1", "big:latest"),
        "application/vnd.openotters.agent.v1",
        6528,
        null,
        LABELS,
        List.of(),
        config(),
        null);
  }

  @Test
  void aTerminalSeesWhatAnImageIsAndNeeds() {
    bench.daemon().answer("GET /v1/images/inspect", image());
    assertThat(bench.terminal(200).run("image", "inspect", "big").out())
        .isEqualTo(
            """
            big:latest
              digest       %s
              names        a:1, big:latest
              size         6.53kB
              description  A big one
              model        scripted/guide
              runtime      otters/runtime:0.1.0
              built from   base:latest <- root:1
              contexts     SOUL  Who you are
                           RULES
              tools        sh  otters/tools/sh:latest  A shell
              files        cities.json
              config       max-iterations=10
                           region=eu
                           zone
              env          TOKEN=
              capabilities note-save, note-list
              resources    memory  memory  read-write
              vaults       gh as GH_TOKEN for sh, git
              needs        CONFIG zone, given with --config zone=…
                           ENV TOKEN, given with -e KEY=…
              asks for     folders at /workspace/src, given with -v FOLDER:TARGET
                           memory 2g, granted with --allow-declared
                           the hosts example.com, granted with --allow-declared
                           approval of calls of sh; not supported by this release, ignored
            """
                .formatted(Given.DIGEST));
  }

  @Test
  void jsonIsPrintedWhereItIsAskedForAndWordsToo() {
    bench.daemon().answer("GET /v1/images/inspect", image());
    assertThat(bench.run("image", "inspect", "big").out()).startsWith("[");
    assertThat(bench.run("image", "inspect", "big", "-o", "text").out()).startsWith("big:latest\n");
    assertThat(bench.terminal(80).run("image", "inspect", "big", "-o", "json").out())
        .startsWith("[");
  }

  @Test
  void aBinShowsItsPlatformsAndItsUsage() {
    bench
        .daemon()
        .answer(
            "GET /v1/bins/inspect",
            new BinView(
                "jq:1",
                Given.DIGEST,
                List.of("jq:1"),
                "jq",
                "Query JSON",
                "/",
                "# jq\nThe first argument is the filter.\n",
                List.of(
                    new BinPlatform("linux/amd64", "sha256:a", 1000),
                    new BinPlatform("linux/arm64", "sha256:b", 0)),
                Map.of(),
                2000,
                null));
    assertThat(bench.terminal(80).run("bin", "inspect", "jq:1").out())
        .contains(
            "  tool         jq\n  description  Query JSON\n",
            "  platforms    linux/amd64  1.00kB  sha256:a\n",
            "               linux/arm64  sha256:b\n",
            "  usage        # jq\n               The first argument is the filter.\n")
        .doesNotContain("names");
  }

  @Test
  void aRemoteImageShowsWhatItsRegistryTells() {
    bench
        .daemon()
        .work(
            "GET /v1/registry/inspect",
            new RemoteImageView(
                "r.io/jq:1",
                Given.DIGEST,
                "application/vnd.oci.image.index.v1+json",
                null,
                0,
                List.of("linux/amd64", "linux/arm64"),
                Map.of("io.openotters.bin.name", "jq\u001b[2J"),
                List.of(),
                Map.of()));
    assertThat(bench.terminal(100).run("bin", "inspect", "--remote", "r.io/jq:1").out())
        .isEqualTo(
            """
            r.io/jq:1
              digest       %s
              platforms    linux/amd64, linux/arm64
              label        io.openotters.bin.name=jq·[2J
            """
                .formatted(Given.DIGEST));
  }

  @Test
  void aConfigOfAnotherFormShowsLessAndFailsNot() {
    ImageView odd =
        new ImageView(
            "odd:1",
            Given.DIGEST,
            List.of(),
            "x",
            1,
            null,
            Map.of(),
            List.of(),
            Map.of("agent", Map.of("bins", "sh", "configs", List.of(1), "model", 7)),
            null);
    bench.daemon().answer("GET /v1/images/inspect", odd);
    Bench.Run run = bench.terminal(80).run("image", "inspect", "odd:1");
    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("  model        7\n").doesNotContain("tools");
  }
}
