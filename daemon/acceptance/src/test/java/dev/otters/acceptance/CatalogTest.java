package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.sessions.schema.AnswerSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The catalog of a session, as its agent sees it. */
@Tag("bubblewrap")
class CatalogTest extends OneHome {
  private static final String FOLDER = "/workspace/.otters-runtime";
  private static final String FILE = FOLDER + "/s/environment.json";

  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }

  @BeforeAll
  void aHome() throws IOException {
    otters.shellModel("shell");
  }

  @BeforeEach
  void anAgentAfterATurn() {
    otters.run("run", otters.agentWithShell("reader", "scripted/shell").toString()).ok();
    assertThat(ask("cat " + FOLDER + "/s/session-status.json")).contains("running");
  }

  /** Lets the model call its shell. */
  private String ask(String command) {
    return otters.run("prompt", "-s", "s", "reader", "run " + command).ok();
  }

  private Run exec(String command) {
    return otters.run("exec", "reader", "sh", "-c", command);
  }

  @Test
  void theAgentReadsEachFileOfTheSchemas() throws IOException {
    try (Stream<Path> schemas = Files.list(Distribution.root().resolve("docs/catalog"))) {
      for (Path schema : schemas.toList()) {
        String name = schema.getFileName().toString().replace(".schema", "");
        String text = exec("cat " + FOLDER + "/s/" + name).ok();
        assertThat(AnswerSchema.problem(Files.readString(schema), text)).as(name).isEmpty();
      }
    }
    assertThat(exec("ls " + FOLDER + "/s | grep -c json").ok().strip()).isEqualTo("15");
  }

  @Test
  void theFilesAreCurrentInEachTurn() {
    ask("echo one");

    String feed = ask("cat " + FOLDER + "/s/event-feed.md");
    assertThat(feed).contains("run echo one", "type turn.finished", "pending: 1");
    Eventually.is(
        "the end of the turn is shown",
        () -> exec("cat " + FOLDER + "/s/session-status.json").ok().contains("\"turns\" : 3"));
  }

  @Test
  void theAgentCannotChangeOrReplaceThem() {
    String before = exec("cat " + FILE).ok();
    for (String attempt :
        List.of(
            "echo {} >" + FILE,
            "rm " + FILE,
            "mv " + FILE + " /workspace/mine",
            "touch " + FOLDER + "/mine",
            "ln -s /etc " + FOLDER + "/etc",
            "mkdir " + FOLDER + "/t",
            "rmdir " + FOLDER,
            "mv " + FOLDER + " /workspace/other",
            "chmod 777 " + FOLDER)) {
      assertThat(exec(attempt).code()).as(attempt).isNotZero();
    }
    assertThat(exec("cat " + FILE).ok()).isEqualTo(before);
  }

  @Test
  void whatIsInTheirPlaceIsMovedAside() throws IOException {
    otters.run("stop", "reader").ok();
    Path workspace = otters.root("reader").resolve("workspace");
    Files.deleteIfExists(workspace.resolve(".otters-runtime"));
    Files.createSymbolicLink(workspace.resolve(".otters-runtime"), Path.of("/etc"));

    otters.run("start", "reader").ok();

    assertThat(ask("cat " + FILE)).contains("\"name\" : \"reader\"");
    assertThat(workspace.resolve(".otters-runtime.moved")).isSymbolicLink();
  }

  @Test
  void aRemovedSessionLeavesNothing() {
    otters.run("prompt", "-s", "t", "reader", "run echo two").ok();
    assertThat(exec("ls " + FOLDER).ok().lines()).contains("s", "t");

    otters.run("session", "rm", "reader", "s").ok();

    Eventually.is("its files are gone", () -> exec("ls " + FOLDER).ok().strip().equals("t"));
  }
}
