package dev.otters.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An image in the bytes that the upstream project's tools write, whose runtime is theirs. */
@Tag("docker")
class UpstreamImageTest {
  private static final String SOURCE =
      """
      FROM scratch
      RUNTIME ghcr.io/openotters/runtime:v1
      MODEL scripted/lookout
      NAME lookout
      CONTEXT SOUL "Who" <<EOF
      You count <ships> & boats.
      EOF
      CONFIG temperature=1.0
      BIN sh otters/tools/sh:latest "A shell" <<USE
      -c <script>
      USE
      ENV PORT_NAME=Brest
      ADD ships.txt
      CAPABILITY note-save
      """;

  private static final String CONFIG =
      """
      {
        "syntax": "openotters/agentfile:1",
        "agent": {
          "from": "scratch",
          "runtime": "ghcr.io/openotters/runtime:v1",
          "model": "scripted/lookout",
          "name": "lookout",
          "contexts": [
            {
              "name": "SOUL",
              "description": "Who",
              "content": "You count \\u003cships\\u003e \\u0026 boats."
            }
          ],
          "configs": [
            {
              "key": "temperature",
              "value": 1
            }
          ],
          "bins": [
            {
              "name": "sh",
              "image": "otters/tools/sh:latest",
              "description": "A shell",
              "usage": "-c \\u003cscript\\u003e"
            }
          ],
          "adds": [
            {
              "src": "ships.txt",
              "name": "ships.txt"
            }
          ],
          "envs": [
            {
              "key": "PORT_NAME",
              "value": "Brest"
            }
          ],
          "capabilities": [
            "note-save"
          ]
        }
      }\
      """;

  @TempDir private static Path folder;
  private static Otters otters;

  private record Blob(String mediaType, String title, String text) {
    String descriptor() {
      String annotations =
          title.isEmpty()
              ? ""
              : ",\"annotations\":{\"org.opencontainers.image.title\":\"" + title + "\"}";
      return "{\"mediaType\":\"%s\",\"digest\":\"%s\",\"size\":%d%s}"
          .formatted(mediaType, digest(), text.getBytes(UTF_8).length, annotations);
    }

    String digest() {
      try {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
        return "sha256:" + HexFormat.of().formatHex(hash);
      } catch (NoSuchAlgorithmException e) {
        throw new AssertionError(e);
      }
    }

    String exported() {
      String data = Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
      return "{\"descriptor\":%s,\"data\":\"%s\"}".formatted(descriptor(), data);
    }
  }

  @BeforeAll
  static void open() throws IOException {
    otters = Otters.fresh();
    otters.script(
        "lookout",
        """
        rules:
          - when: {user: "^count"}
            call: {tool: sh, args: ["-c", "echo $PORT_NAME; wc -l < ${OTTERS_AGENT_ROOT%/}/etc/data/ships.txt"]}
          - when: {result: {tool: sh, matches: "(?s)Brest\\\\s+(\\\\d+)"}}
            say: "${1} ships in Brest"
        """);
  }

  @AfterAll
  static void close() throws IOException {
    otters.close();
  }

  @Test
  void itRunsOnOurRuntimeToAnAnswer() throws IOException {
    Blob config = new Blob("application/vnd.openotters.agent.config.v1+json", "", CONFIG);
    List<Blob> layers =
        List.of(
            new Blob("application/vnd.openotters.agentfile", "Agentfile", SOURCE),
            new Blob(
                "application/vnd.openotters.context.v1", "SOUL.md", "You count <ships> & boats."),
            new Blob("application/octet-stream", "ships.txt", "Pinta\nNina\n"));
    Blob manifest = manifest(config, layers);
    Path file = folder.resolve("lookout.json");
    Files.writeString(file, export(manifest, config, layers));

    assertThat(otters.run("load", "-i", file.toString()).ok())
        .contains("loaded lookout:latest", manifest.digest());
    assertThat(otters.json("image", "inspect", "lookout").get(0).get("digest").asString())
        .isEqualTo(manifest.digest());
    Run run = otters.run("run", "lookout");
    run.ok();
    assertThat(run.err())
        .contains("in place of the runtime ghcr.io/openotters/runtime:v1 (runtime-aliases)");
    assertThat(otters.run("prompt", "lookout", "count them").ok().strip())
        .isEqualTo("2 ships in Brest");
    Path etc = otters.root("lookout").resolve("etc");
    assertThat(etc.resolve("Agentfile")).hasContent(SOURCE);
    assertThat(etc.resolve("context/SOUL.md")).hasContent("You count <ships> & boats.");
    assertThat(etc.resolve("context/AGENT.md"))
        .content()
        .contains("- **sh** — A shell", "PORT_NAME");
    assertThat(etc.resolve("data/bins/sh/USAGE.md")).content().contains("-c <script>");
  }

  private static Blob manifest(Blob config, List<Blob> layers) {
    return new Blob(
        "application/vnd.oci.image.manifest.v1+json",
        "",
        """
        {"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json",\
        "artifactType":"application/vnd.openotters.agent.v1","config":%s,"layers":[%s],\
        "annotations":{"org.opencontainers.image.created":"2026-05-20T10:00:00Z",\
        "org.opencontainers.image.title":"lookout"}}\
        """
            .formatted(
                config.descriptor(),
                layers.stream().map(Blob::descriptor).collect(Collectors.joining(","))));
  }

  private static String export(Blob manifest, Blob config, List<Blob> layers) {
    String blobs =
        Stream.concat(Stream.of(manifest, config), layers.stream())
            .map(Blob::exported)
            .collect(Collectors.joining(","));
    return "{\"manifest\":%s,\"blobs\":[%s]}".formatted(manifest.descriptor(), blobs);
  }
}
