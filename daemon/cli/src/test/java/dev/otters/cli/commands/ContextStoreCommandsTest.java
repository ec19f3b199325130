package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.resource.ScratchEntryView;
import dev.otters.api.resource.ScratchpadEntries;
import dev.otters.api.resource.ScratchpadList;
import dev.otters.api.resource.ScratchpadView;
import dev.otters.cli.testing.CommandTest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContextStoreCommandsTest extends CommandTest {
  private static final ScratchEntryView ENTRY =
      new ScratchEntryView("writer", "s", Instant.EPOCH, "one\n\u001b[2Jtwo");

  private String lastLine() {
    return daemon.requests().getLast().line();
  }

  @Test
  void theListShowsOneLineForEachPad() {
    daemon.answer(
        "GET /v1/context-stores",
        new ScratchpadList(
            List.of(new ScratchpadView("team", 2, 2048, Instant.now().minusSeconds(300)))));

    assertThat(bench.run("context-store", "ls").out())
        .containsPattern("team +2 +2.05kB +5 minutes ago");
    assertThat(bench.run("context-store", "ls", "-q").out()).isEqualTo("team\n");
  }

  @Test
  void anEntryIsOneLineThatCommandsNoTerminal() {
    daemon.answer(
        "GET /v1/context-stores/team",
        new ScratchpadEntries(
            "team", List.of(ENTRY, new ScratchEntryView(null, null, Instant.EPOCH, "x"))));

    assertThat(bench.run("context-store", "show", "team").out())
        .isEqualTo("1970-01-01T00:00:00Z writer: one ·[2Jtwo\n1970-01-01T00:00:00Z operator: x\n");
  }

  @Test
  void wordsBecomeAnEntry() {
    daemon.answer("POST /v1/context-stores/team/entries", ENTRY);

    assertThat(bench.run("context-store", "add", "team", "On", "Friday").out())
        .isEqualTo("added to team\n");
    assertThat(daemon.requests().getLast().text()).isEqualTo("{\"text\":\"On Friday\"}");
  }

  @Test
  void padsAreClearedOneByOne() {
    daemon.on("DELETE /v1/context-stores/team", (request, reply) -> reply.json(204, ""));

    assertThat(bench.run("context-store", "clear", "team").out()).isEqualTo("cleared team\n");
    assertThat(lastLine()).isEqualTo("DELETE /v1/context-stores/team");
  }
}
