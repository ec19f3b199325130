package dev.otters.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashPointTest {
  @TempDir private Path folder;

  @Test
  void anArmedStepSaysThatItWasReachedAndWaitsUntilItIsDisarmed() throws Exception {
    Path armed = Files.createFile(folder.resolve("here.armed"));
    Thread thread = Thread.ofPlatform().start(() -> CrashPoint.await(folder, "here"));
    while (!Files.exists(folder.resolve("here.reached"))) {
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(thread.isAlive()).isTrue();

    Files.delete(armed);

    assertThat(thread.join(Duration.ofMinutes(1))).isTrue();
  }

  @Test
  void anInterruptEndsTheWait() throws Exception {
    Path unused = Files.createFile(folder.resolve("here.armed"));
    Thread thread = Thread.ofPlatform().start(() -> CrashPoint.await(folder, "here"));

    thread.interrupt();

    assertThat(thread.join(Duration.ofMinutes(1))).isTrue();
  }

  @Test
  void aLinkInPlaceOfTheMarkerIsNotFollowed() throws IOException {
    Path victim = Files.writeString(folder.resolve("victim"), "kept");
    Files.createSymbolicLink(folder.resolve("here.reached"), victim);
    Files.createFile(folder.resolve("here.armed"));

    assertThatThrownBy(() -> CrashPoint.await(folder, "here"))
        .isInstanceOf(UncheckedIOException.class);

    assertThat(victim).hasContent("kept");
  }

  @Test
  void aStepThatIsNotArmedLeavesNothing() throws IOException {
    CrashPoint.await(folder, "here");
    CrashPoint.at("here");

    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }
}
