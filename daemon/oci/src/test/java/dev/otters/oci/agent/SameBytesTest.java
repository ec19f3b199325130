package dev.otters.oci.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.parser.AgentfileParser;
import dev.otters.oci.BuiltImage;
import dev.otters.oci.Progress;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds what the builder of the upstream project's newest version built, too. */
class SameBytesTest {
  private static final String SOURCE =
      """
      # syntax=openotters/agentfile:1
      FROM scratch
      ARG town=Lyon
      RUNTIME ghcr.io/openotters/runtime:latest
      MODEL anthropic/claude-haiku-4-5
      NAME harbour
      LABEL description="Watches <the> harbour & its \\"boats\\" of ${town}"
      LABEL org.opencontainers.image.created="2026-01-02T03:04:05Z"
      LABEL zeta=1
      LABEL alpha="two words — é 🦦"
      CONTEXT SOUL "Who" <<EOF
        You watch <boats> & "ships".
      \\`code\\` ${town}

      EOF
      CONTEXT RULES "From a file" file://./docs/rules.md
      CONTEXT EMPTY
      CONFIG max-tokens=2048 "whole"
      CONFIG temperature=1.0
      CONFIG top-p=0.70
      CONFIG ratio=1e3
      CONFIG big=1e21
      CONFIG small=-0.00000012
      CONFIG hex=0x10
      CONFIG octal=007
      CONFIG flag=true
      CONFIG quoted="8080"
      CONFIG yes=yes
      CONFIG empty=""
      CONFIG unset
      CONFIG need! "must be given"
      BIN sh ghcr.io/openotters/tools/sh:latest "Shell" <<USAGE
       -c <script> & more
      USAGE
      BIN jq ghcr.io/openotters/tools/jq:latest
      ENV HARBOUR_URL="" "Where it is"
      ENV MODE=fast
      ADD ./data/boats.json boats.json "Boats"
      ADD data/notes.txt
      EXEC ["serve", "--quiet", "a \\"b\\""]
      CAPABILITY note-save note-list
      CAPABILITY note-save job-submit
      """;

  @TempDir private Path folder;

  @Test
  void theSameFilesWithAPinnedTimeHaveTheDigestThatUpstreamsBuilderGivesThem() throws IOException {
    write("docs/rules.md", "Be <brief>.\n");
    write("data/boats.json", "[1]\n");
    write("data/notes.txt", "notes\n");
    var parsed =
        (ParseResult.Parsed) AgentfileParser.parse("Agentfile", SOURCE.getBytes(UTF_8), Map.of());
    AgentBuild build =
        new AgentBuild(
            parsed.agentfile(),
            Optional.empty(),
            folder.resolve("context"),
            List.of(),
            ImageName.of("otters/runtime:0.1.0"),
            Optional.empty());

    BuiltImage image =
        new AgentImages(OciStore.open(folder.resolve("store"))).build(build, Progress.NONE);

    assertThat(image.digest())
        .hasToString("sha256:ce47570e61df58e0b208059e798e4a40e2e04afcc75e775001b4ea331dd6fb06");
  }

  private void write(String path, String text) throws IOException {
    Path file = folder.resolve("context").resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
