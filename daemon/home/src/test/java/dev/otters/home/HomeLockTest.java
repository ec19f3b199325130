package dev.otters.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeLockTest {
  @TempDir Path folder;

  @Test
  void theLockFileHoldsThePid() throws IOException {
    Home home = Home.open(folder);
    try (HomeLock lock = HomeLock.acquire(home)) {
      assertThat(lock).isNotNull();
      assertThat(Files.readString(home.lock()).strip())
          .isEqualTo(Long.toString(ProcessHandle.current().pid()));
      assertThat(HomeTest.mode(home.lock())).isEqualTo("rw-------");
    }
  }

  @Test
  void nothingOfALongerPidOfAnEarlierDaemonRemains() throws IOException {
    Home home = Home.open(folder);
    Files.writeString(home.lock(), "99999999999999999999\n");
    try (HomeLock _ = HomeLock.acquire(home)) {
      assertThat(home.lock()).hasContent(ProcessHandle.current().pid() + "\n");
    }
  }

  @Test
  void aSecondDaemonIsToldWhoServesTheHomeAndWhatToDo() throws IOException {
    Home home = Home.open(folder);
    try (HomeLock lock = HomeLock.acquire(home)) {
      assertThat(lock).isNotNull();
      String pid = Long.toString(ProcessHandle.current().pid());
      assertThatThrownBy(() -> HomeLock.acquire(home))
          .isInstanceOfSatisfying(
              ApiException.class,
              e -> {
                assertThat(e.problem().code()).isEqualTo(ErrorCode.HOME_IN_USE);
                assertThat(e.problem().title()).contains("pid " + pid);
                assertThat(e.problem().remedy()).contains("otters daemon stop", "--home");
              });
    }
  }

  @Test
  void theLockOfAnotherProcessIsSeen() throws IOException, InterruptedException {
    Home home = Home.open(folder);
    Process other = JavaProcess.start(LockHolder.class, home.folder().toString());
    try {
      assertThat(other.inputReader().readLine()).isEqualTo("locked");
      assertThatThrownBy(() -> HomeLock.acquire(home)).hasMessageContaining("pid " + other.pid());
    } finally {
      other.destroyForcibly().waitFor();
    }
    HomeLock.acquire(home).close();
  }

  @Test
  void aReleasedLockCanBeTakenAgain() throws IOException {
    Home home = Home.open(folder);
    HomeLock.acquire(home).close();
    HomeLock.acquire(home).close();
  }

  /** Holds a home's lock until it is killed. */
  static final class LockHolder {
    private LockHolder() {}

    public static void main(String[] args) throws InterruptedException {
      HomeLock lock = HomeLock.acquire(Home.open(Path.of(args[0])));
      System.out.println("locked");
      Thread.currentThread().join();
      assertThat(lock).isNotNull();
    }
  }
}
