package dev.otters.agentfile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.parser.AgentfileParser;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NotImplementedTest {
  private static List<String> texts(String declarations) {
    String file = "FROM scratch\nNAME x\nMODEL a/b\nBIN jq tools/jq\n" + declarations;
    var parsed =
        (ParseResult.Parsed) AgentfileParser.parse("Agentfile", file.getBytes(UTF_8), Map.of());
    return NotImplemented.in(parsed.agentfile()).stream().map(NotImplemented::text).toList();
  }

  @Test
  void declarationsWithoutEffectAreNamedByDirective() {
    assertThat(
            texts(
                """
                CAPABILITY note-save
                CAPABILITY wake-schedule
                CAPABILITY job-list
                RESOURCE db kind=rag
                RESOURCE shelf kind=remote_file_store
                RESOURCE memory mode=read-write
                RESOURCE notes kind=memory
                """))
        .containsExactly(
            "this release does not implement CAPABILITY: note-save, job-list have no effect",
            "this release does not implement RESOURCE: db, shelf have no effect");
  }

  @Test
  void aFileWithoutThemHasNone() {
    assertThat(texts("CAPABILITY wake-schedule\n")).isEmpty();
  }
}
