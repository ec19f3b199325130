package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.posix.Pty;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The operator's programs in the sandbox of an agent. */
abstract class Programs extends OneHome {

  @BeforeAll
  void aHome() throws IOException {
    otters.script("shell", "rules:\n  - when: {user: \"(.*)\"}\n    say: \"ok\"\n");
  }

  @BeforeEach
  void anAgentWithAShell() {
    otters.run("run", otters.agentWithShell("sheller", "scripted/shell").toString()).ok();
  }

  @Test
  void theProgramsStreamsAndExitCodeAreThoseOfTheCommand() {
    Run run =
        otters.runWith("in\n", "exec", "-i", "sheller", "sh", "-c", "cat; echo e >&2; exit 3");
    assertThat(run.failed(3)).isEqualTo("e\n");
    assertThat(run.out()).isEqualTo("in\n");
    assertThat(otters.run("exec", "sheller", "absent").failed(127)).contains("cannot run absent");
    assertThat(otters.run("exec", "nobody", "sh").failed(125)).contains("there is no agent");
    otters.run("stop", "-t", "1", "sheller").ok();
    assertThat(otters.run("exec", "sheller", "sh").failed(125))
        .contains("agent sheller is not running", "Start it with 'otters start sheller'.");
  }

  @Test
  void filesAreCopiedBothWaysWhetherTheAgentRunsOrNot() throws IOException {
    Path notes = Files.createDirectory(otters.files().resolve("notes"));
    Files.writeString(notes.resolve("a"), "one\n");
    assertThat(otters.run("cp", notes.toString(), "sheller:/workspace").ok())
        .isEqualTo("copied 2 files (4B) to sheller:/workspace\n");
    String change = "cd notes && cat a && echo two >>a && ln -s /usr/share out && mkfifo pipe";
    assertThat(otters.run("exec", "sheller", "sh", "-c", change).ok()).isEqualTo("one\n");
    otters.run("stop", "-t", "1", "sheller").ok();
    Path back = otters.files().resolve("back");
    Run out = otters.run("cp", "sheller:/workspace/notes", back.toString());
    assertThat(out.ok()).isEqualTo("copied 3 files (8B) to " + back + "\n");
    assertThat(out.err()).contains("warning: /workspace/notes/pipe: a socket, pipe or device");
    assertThat(back.resolve("a")).hasContent("one\ntwo");
    assertThat(Files.readSymbolicLink(back.resolve("out"))).hasToString("/usr/share");
    Run tar = otters.run("cp", "sheller:/workspace/notes/a", "-");
    assertThat(otters.runWith(tar.ok(), "cp", "-", "sheller:/tmp").ok()).contains("1 file (8B)");
    assertThat(otters.run("cp", "sheller:/workspace/notes/out/doc", "-").failed(5))
        .contains("/usr/share/doc is not among the agent's files", "below /workspace, /home");
    assertThat(otters.run("cp", "sheller:/workspace/none", back.toString()).failed(3))
        .contains("/workspace/none does not exist");
  }

  @Test
  void aProgramEndsWithTheCommandThatRunsIt() {
    Run.Started waiting =
        otters.start("exec", "sheller", "sh", "-c", "echo $$ >pid; exec sleep 4714");
    Eventually.is(
        "the program runs", () -> otters.run("exec", "sheller", "sh", "-c", "cat pid").code() == 0);
    waiting.process().destroyForcibly();
    Eventually.is(
        "the program is gone",
        () -> otters.run("exec", "sheller", "sh", "-c", "kill -0 $(cat pid)").code() != 0);
  }

  @Test
  void aProgramEndsWithTheDaemonThatRunsIt() {
    Run.Started waiting =
        otters.start("exec", "sheller", "sh", "-c", "echo $$ >pid; sleep 4715; echo over");
    Eventually.is(
        "the program runs", () -> otters.run("exec", "sheller", "sh", "-c", "cat pid").code() == 0);
    otters.killDaemon();
    assertThat(waiting.await().code()).isEqualTo(125);
    otters.run("ps").ok();
    Eventually.is(
        "the program is gone",
        () -> otters.run("exec", "sheller", "sh", "-c", "kill -0 $(cat pid)").code() == 1);
  }

  @Test
  void aTerminalFollowsTheUsersScreenAndKeys() throws IOException, InterruptedException {
    try (Pty screen = Pty.open()) {
      screen.resize(33, 101);
      ByteArrayOutputStream shown = new ByteArrayOutputStream();
      AtomicBoolean over = new AtomicBoolean();
      Thread reader = Thread.ofPlatform().daemon().start(() -> read(screen, shown, over));
      String line =
          "exec setsid --ctty --wait otters exec -it sheller sh 0<>%s 1>&0 2>&0"
              .formatted(screen.far());
      Thread.Builder background = Thread.ofPlatform().daemon();
      Run[] result = new Run[1];
      Thread command = background.start(() -> result[0] = otters.shell(line));

      awaitShown(shown, "$ ");
      type(screen, "stty size\r");
      awaitShown(shown, "33 101\r\n");
      screen.resize(44, 132);
      type(screen, "until stty size | grep 44; do sleep 0.1; done\r");
      awaitShown(shown, "44 132\r\n");
      type(screen, "sh -c 'echo $((6 * 7)); exec sleep 1000'\r");
      awaitShown(shown, "42\r\n");
      type(screen, "\u0003");
      awaitShown(shown, "42\r\n^C\r\n/workspace $ ");
      type(screen, "echo code $?\r");
      awaitShown(shown, "code 130\r\n");
      type(screen, "(exit 7)\r\u0004");
      command.join();
      over.set(true);
      reader.join();
      assertThat(result[0].code()).as(shown.toString(StandardCharsets.UTF_8)).isEqualTo(7);
    }
  }

  private static void read(Pty screen, ByteArrayOutputStream shown, AtomicBoolean over) {
    byte[] buffer = new byte[4096];
    try {
      InputStream in = screen.output();
      while (!over.get()) {
        if (screen.awaitOutput()) {
          int n = in.read(buffer);
          shown.write(buffer, 0, n);
        }
      }
    } catch (IOException _) {
      over.set(true); // the command has ended and closed the terminal
    }
  }

  private static void type(Pty screen, String keys) throws IOException {
    screen.input().write(keys.getBytes(StandardCharsets.UTF_8));
  }

  private static void awaitShown(ByteArrayOutputStream shown, String text) {
    Eventually.is(
        "the screen shows " + text.strip(),
        () -> shown.toString(StandardCharsets.UTF_8).contains(text));
  }
}
