package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An agent whose MCP server is a program in a sandbox, as docs/mcp.md describes. */
abstract class ServersInSandboxes extends OneHome {

  /** Returns the number of servers that their executor knows. */
  abstract long servers();

  @BeforeAll
  void aHome() throws IOException {
    Librarian.prepare(otters);
  }

  @BeforeEach
  void anAgentWithAServer() {
    String papers = otters.files().resolve("papers") + ":/workspace/papers:Papers:ro";
    otters.run("run", "-v", papers, "--grant", "team/a", "./librarian").ok();
    awaitTools("first");
  }

  /** Asks until a turn has the tools, for whose list no turn waits longer than five seconds. */
  private void awaitTools(String session) {
    Eventually.within(
        Duration.ofMinutes(3),
        "a turn has the tools",
        () -> ask(session, "otters").contains("They are: Otters at play. own papers"));
  }

  @Test
  void aServerHasItsOwnFilesAndEndsWithItsAgentOrItsDaemon() {
    assertThat(ask("one", "otters")).contains("They are: Otters at play. own papers");
    Eventually.is("only the server for calls runs", () -> runs() == 1 && servers() == 1);
    assertThat(otters.run("exec", "librarian", "python3", "-V").code()).isNotZero();

    otters.run("stop", "librarian").ok();
    awaitNone("the server of a stopped agent is gone");

    otters.run("start", "librarian").ok();
    awaitTools("two");
    otters.killDaemon();
    otters.run("ps").ok();
    awaitNone("the server of a dead daemon is gone");
  }

  @Test
  void aServerThatDiesInACallIsOneErrorAndTheNextCallHasAnother() {
    assertThat(ask("deaths", "death"))
        .contains("I could not: ", "its server ended with exit code 1 and said \"I am tired.\"")
        .contains("It may or may not have happened. It was not repeated");
    awaitNone("the server that died is gone");

    assertThat(ask("deaths", "otters")).contains("They are: Otters at play. own papers");
    assertThat(otters.run("memory", "audit").ok().lines())
        .filteredOn(line -> line.contains("find") && line.contains(" deaths "))
        .hasSize(2);
  }

  @Test
  void aServerThatFloodsIsEndedAndItsCallIsOneError() {
    assertThat(ask("one", "flood"))
        .contains("I could not: ", "its server sent 256 messages without an answer");
    awaitNone("the server that floods is gone");
  }

  @Test
  void anInterruptEndsACallThatHangs() {
    Run.Started asked = otters.start("prompt", "-s", "one", "librarian", question("sleep"));
    Eventually.is("the call runs", () -> otters.run("approvals").out().contains("running"));
    otters.run("session", "interrupt", "librarian", "one").ok();
    assertThat(asked.await().code()).isNotZero();
    assertThat(otters.json("approvals").size()).isZero();

    assertThat(ask("two", "otters")).contains("They are: ");
  }

  private static String question(String word) {
    return "Which papers are about " + word + "?";
  }

  private String ask(String session, String word) {
    return otters.run("prompt", "-s", session, "librarian", question(word)).out();
  }

  private void awaitNone(String what) {
    Eventually.is(what, () -> runs() == 0 && servers() == 0);
  }

  /** Returns the number of the folders of tools and servers that run beside their agents. */
  final long runs() {
    try (var folders = Files.list(otters.home().resolve("runs"))) {
      return folders.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
