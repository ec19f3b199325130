package dev.otters.acceptance.crash;

import dev.otters.acceptance.Otters;
import dev.otters.home.time.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

/** The wall clock of the daemons of a home, which a test moves. */
record MovedClock(Path file) {
  /** Gives later daemons a clock that agrees with the machine's until it jumps. */
  static MovedClock of(Otters otters) throws IOException {
    MovedClock clock = new MovedClock(otters.files().resolve("clock"));
    clock.jump(Duration.ZERO);
    otters.with("OTTERSD_JAVA_OPTS", "-D" + SystemTime.OFFSET + "=" + clock.file());
    return clock;
  }

  /** Sets the clock to that of the machine and so much more. */
  void jump(Duration offset) throws IOException {
    Path next = file.resolveSibling("clock.next");
    Files.writeString(next, Long.toString(offset.toSeconds()));
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
