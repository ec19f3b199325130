package dev.otters.acceptance.crash;

import static dev.otters.acceptance.crash.Arena.AGENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.acceptance.Eventually;
import dev.otters.acceptance.Run;
import dev.otters.acceptance.Trees;
import dev.otters.home.time.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The disk of the home gets full at a step of a turn, and the daemon dies on the full disk. */
@Tag("bubblewrap")
class FullDiskTest {
  private static final int MEGABYTES = 600;
  private static final String CHAT = "chat again";

  @Test
  void aTurnOnAFullDiskLosesNothingAndGoesOnOnceThereIsRoom() throws IOException {
    Path folder = Files.createTempDirectory("disk-");
    try {
      SmallDisk disk = SmallDisk.mount(folder.resolve("d"), MEGABYTES).orElse(null);
      assumeTrue(disk != null, "only root can mount");
      try (disk;
          Arena arena = Arena.inBubblewrap(Files.createDirectory(disk.folder().resolve("home")))) {
        arena.prepare(Scenario.TOOL);
        for (Point point : List.of(Point.TURN_LEASED, Point.TOOL_RUNNING, Point.ANSWER_RECEIVED)) {
          turn(arena, point, disk.folder().resolve("filler"));
        }
      }
    } finally {
      Trees.delete(folder);
    }
  }

  private static void turn(Arena arena, Point point, Path filler) throws IOException {
    String session = point.word();
    String message = Scenario.TOOL.message(session);
    Arena.Armed step = arena.arm(point);
    Run.Started prompt = arena.otters().start("prompt", "-s", session, AGENT, message);
    Eventually.is("the step " + session + " is reached", step::isReached);
    SmallDisk.fill(filler);
    step.disarm();
    Run ended = prompt.await();
    if (ended.code() != 0) {
      assertThat(ended.err()).contains("the disk of the daemon's home is full");
    }

    arena.otters().killDaemon();
    arena.otters().run("ps").ok();
    Files.delete(filler);
    Eventually.is("there is room for a message", () -> say(arena, session).code() == 0);

    Eventually.is("the session is idle", () -> isIdle(arena, session));
    List<Entry> log = arena.log().entries(session);
    LogFile.Session state = arena.log().session(session).orElseThrow();
    List<String> requests =
        arena.vendor().heard().stream().filter(it -> it.contains(message)).toList();
    Evidence evidence =
        new Evidence(
            log,
            state.last(),
            state.status(),
            List.of(message, CHAT),
            arena.effects().stream().filter(session::equals).toList(),
            requests,
            Evidence.paid(log) + 1);
    assertThat(Checker.violations(evidence))
        .as(session)
        .filteredOn(violation -> !violation.endsWith(" ended as failed"))
        .isEmpty();
  }

  private static Run say(Arena arena, String session) {
    return arena.otters().run("prompt", "-s", session, AGENT, CHAT);
  }

  private static boolean isIdle(Arena arena, String session) {
    return arena.log().session(session).filter(LogFile.Session::idle).isPresent();
  }
}
