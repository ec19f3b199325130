package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tools that use up what they share with others, next to an agent that does its work. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class NoisyTools {
  private static final String TIMED_OUT = "timed out after 8 s";

  private Otters otters;

  /** Makes an empty home with the executor under test. */
  abstract Otters fresh() throws IOException;

  @BeforeAll
  void twoAgents() throws IOException {
    otters = fresh();
    otters.shellModel("shell");
    for (String name : new String[] {"noisy", "sibling"}) {
      Path context =
          otters.agentfile(
              name,
              """
              FROM scratch
              NAME %s
              MODEL scripted/shell
              CONFIG tool-timeout=8 "Seconds."
              BIN sh otters/tools/sh:latest "A shell."
              BIN python3 otters/tools/python3:latest "Python."
              """
                  .formatted(name));
      otters.run("run", context.toString()).ok();
    }
  }

  @AfterAll
  void clean() throws IOException {
    otters.close();
  }

  private String noisy(String command) {
    return otters.run("prompt", "noisy", "run " + command).ok();
  }

  private void bothAnswer() {
    for (String agent : new String[] {"noisy", "sibling"}) {
      assertThat(otters.run("prompt", agent, "run echo alive").ok()).contains("alive");
    }
  }

  @Test
  void aToolThatOpensFilesWithoutEndReachesItsLimit() {
    String answer =
        noisy(
            "(i=3; while [ $i -lt 200000 ]; do echo $i >>/workspace/opened; eval \"exec"
                + " $i</dev/null\"; i=$((i+1)); done); echo opened $(tail -n 1 /workspace/opened)"
                + " files");

    assertThat(answer).containsPattern("opened [0-9]+ files").doesNotContain("opened 199999 ");
    bothAnswer();
  }

  @Test
  void aToolThatIgnoresTermIsKilledWithItsChildren() {
    String answer =
        noisy(
            "trap \"\" TERM; (trap \"\" TERM; while :; do sleep 4721; done) & while :; do sleep"
                + " 4722; done");

    assertThat(answer).contains(TIMED_OUT);
    assertThat(noisy("for p in /proc/[0-9]*; do tr \"\\\\0\" \" \" <$p/cmdline; echo; done"))
        .contains("/opt/runtime/bin/runtime")
        .doesNotContain("sleep 472");
    bothAnswer();
  }

  @Test
  void aToolThatFillsTheSharedMemoryIsStoppedByItsSize() {
    String answer = noisy("cat /dev/zero >/dev/shm/full; echo ended with $?; rm -f /dev/shm/full");

    assertThat(answer).containsPattern("ended with [1-9]").contains("No space left");
    bothAnswer();
  }

  @Test
  void toolsThatSpinLeaveASiblingItsAnswers() {
    Run.Started spinning =
        otters.start(
            "prompt",
            "noisy",
            "run for i in 1 2 3 4 5 6 7 8; do (while :; do :; done) & done; echo spinning >"
                + " /workspace/spinning; wait");
    Eventually.is(
        "the tools spin",
        () -> otters.root("noisy").resolve("workspace/spinning").toFile().exists());

    assertThat(otters.run("prompt", "sibling", "run echo alive").ok()).contains("alive");
    assertThat(spinning.await().ok()).contains(TIMED_OUT);
    bothAnswer();
  }

  @Test
  void watchersOfFilesLeaveASiblingItsOwn() {
    Run.Started watching =
        otters.start(
            "prompt",
            "noisy",
            "run python3 -c 'import ctypes, time; init = ctypes.CDLL(None).inotify_init;"
                + " made = sum(1 for _ in iter(init, -1)); print(made > 0, flush=True);"
                + " open(\"/workspace/watching\", \"w\").close(); time.sleep(60)'");
    Eventually.is(
        "no watcher is left",
        () -> otters.root("noisy").resolve("workspace/watching").toFile().exists());

    String command = "run python3 -c 'import ctypes; print(ctypes.CDLL(None).inotify_init() >= 0)'";
    assertThat(otters.run("prompt", "sibling", command).ok()).contains("True");
    assertThat(watching.await().ok()).contains(TIMED_OUT, "True");
    bothAnswer();
  }
}
