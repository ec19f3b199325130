package dev.otters.sessions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.models.gateway.RequestBody;
import dev.otters.protocol.Activation;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.log.Follower;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionException.Code;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionPlace;
import dev.otters.sessions.log.SessionView;
import dev.otters.sessions.log.StreamItem;
import dev.otters.sessions.running.TurnListener;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionRemovalTest {
  private final SessionId other = new SessionId("other");
  @TempDir private Path folder;
  @AutoClose private SessionKit kit;

  @BeforeEach
  void open() {
    kit = SessionKit.with(folder, "one");
  }

  private void delete(boolean force) {
    kit.sessions.removal().remove(kit.agent, kit.session, force);
  }

  @Test
  void aRemovedSessionTakesItsLogAndItsFollowersWithIt() throws InterruptedException {
    kit.say(other, "stays");
    try (Follower follower = kit.service().follow(kit.agent, kit.session, 1)) {
      delete(false);
      assertThat(follower.next(Duration.ofSeconds(10))).contains(new StreamItem.End());
    }
    assertThat(kit.service().list(Optional.of(kit.agent), "", SessionPlace.FIRST, 9))
        .extracting(SessionView::id)
        .containsExactly(other);
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> delete(false))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.NOT_FOUND));
    assertThat(kit.conversation(kit.lease()).messages()).hasSize(1);
    assertThat(kit.tryLease()).isEmpty();
  }

  @Test
  void aRunningSessionIsRefused() {
    Activation turn = kit.lease();
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> delete(false))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.RUNNING));
    kit.answer(turn, "still here");
    delete(false);
  }

  @Test
  void aForcedRemovalDeletesTheAnswerThatIsNotStoredYet() throws IOException {
    Path spool = folder.resolve("spool");
    kit.sessions.spool(spool);
    Activation turn = kit.lease();
    State.Ask ask = (State.Ask) kit.sessions.steps().open(kit.step(turn, 1), Long.MAX_VALUE);
    RequestBody request = RequestBody.of("{}".getBytes(UTF_8));
    InputStream vendor = new ByteArrayInputStream("an answer".getBytes(UTF_8));
    URI address = URI.create("http://vendor.example");
    try (InputStream answer = ask.recording().spool().keep(address, request, vendor)) {
      assertThat(answer.readAllBytes()).hasSize(9);
    }
    assertThat(spool).isNotEmptyDirectory();

    delete(true);

    assertThat(spool).isEmptyDirectory();
  }

  @Test
  void aForcedRemovalInterruptsTheTurnAndWhatItReportsIsStale() {
    List<String> heard = new ArrayList<>();
    Activation turn = kit.lease();
    kit.turns()
        .listen(
            new TurnListener() {
              @Override
              public void interrupted(UUID agent, String activation) {
                heard.add(activation);
              }

              @Override
              public void ended(UUID agent, String activation) {}
            });
    delete(true);
    assertThat(heard).containsExactly(turn.id());
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> kit.answer(turn, "late"))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.STALE_FENCE));
    kit.say("again");
    assertThat(kit.lease().id()).isNotEqualTo(turn.id());
  }
}
