package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.protocol.Activation;
import dev.otters.protocol.Block;
import dev.otters.protocol.Outcome.ErrorKind;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.conversation.PromptBlock;
import dev.otters.sessions.log.ActivationRows;
import dev.otters.sessions.wake.WakePlan;
import dev.otters.sessions.wake.WakePriority;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class KeptSectionsTest extends SessionBench {
  private static PromptBlock file(String name, String text) {
    return PromptBlock.ofSubstrate(new Block(name, "", text), OptionalLong.empty());
  }

  private String prompt(Activation turn) {
    return kit.database.read(
        rows ->
            Contexts.load(
                    rows,
                    new ActivationRows(kit.time).find(rows, kit.agent, turn.id()).orElseThrow())
                .systemPrompt());
  }

  @Test
  void aChangedFileReachesTheNextTurnAndNoRunningOne() {
    kit.directory.blocks = List.of(file("SOUL", "Kind."));
    kit.say("hello");
    kit.fail(kit.lease(), ErrorKind.TRANSIENT);
    kit.directory.blocks = List.of(file("SOUL", "Stern."));

    kit.advance(Duration.ofHours(1));
    Activation again = kit.lease();

    assertThat(prompt(again)).isEqualTo("## SOUL\n\nKind.");
    kit.answer(again, "hi");
    kit.say("and now?");
    assertThat(prompt(kit.lease())).isEqualTo("## SOUL\n\nStern.");
  }

  @Test
  void onlyTurnsOfWakesReadTheHeartbeat() {
    kit.directory.blocks = List.of(file("SOUL", "Kind."), file("HEARTBEAT", "Look around."));
    kit.say("hello");
    Activation first = kit.lease();
    assertThat(prompt(first)).isEqualTo("## SOUL\n\nKind.");
    kit.answer(first, "hi");

    Instant now = kit.time.now();
    kit.sessions
        .wakes()
        .schedule(
            kit.agent,
            kit.session,
            WakePlan.once(now.plusSeconds(60), now, "look", Optional.empty(), WakePriority.NORMAL),
            tx -> {});
    kit.advance(Duration.ofMinutes(1));

    assertThat(prompt(kit.lease())).endsWith("## HEARTBEAT\n\nLook around.");
  }
}
