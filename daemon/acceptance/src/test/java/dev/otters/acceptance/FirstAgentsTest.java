package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shipped agents for the first day, with their real tools and a scripted model. */
@Tag("docker")
class FirstAgentsTest {
  @AutoClose private static Otters otters;

  @BeforeAll
  static void filesToAskAbout() throws IOException {
    otters = Otters.fresh();
    otters.copyAgentfiles();
    otters.script(
        "first",
        """
        rules:
          - when: {user: "guide"}
            call: {tool: rg, args: ["-n", "static void main", "/workspace/src"]}
          - when: {user: "logs, lines"}
            call: {tool: rg, args: ["-c", "ERROR", "/workspace/logs"]}
          - when: {user: "logs, values"}
            call: {tool: jq, args: ["-r", "select(.level == \\"error\\") | .text", "/workspace/logs/app.jsonl"]}
          - when: {user: "release"}
            call: {tool: git, args: ["-C", "/workspace/src", "log", "--no-merges", "--pretty=format:%s", "v1..HEAD"]}
          - when: {user: "table"}
            call: {tool: sqlite3, args: [":memory:", "-cmd", ".import --csv /workspace/data/sales.csv sales", "SELECT region, SUM(amount) FROM sales GROUP BY region ORDER BY 2 DESC LIMIT 1"]}
          - when: {result: {matches: "(?s)(.*)"}}
            say: "${1}"
        """);
    Path files = otters.files();
    Otters.write(files.resolve("src/Main.java"), "class Main {\n  static void main() {}\n}\n");
    Otters.write(files.resolve("logs/app.log"), "INFO a\nERROR b\nERROR c\n");
    Otters.write(
        files.resolve("logs/app.jsonl"),
        "{\"level\":\"info\",\"text\":\"a\"}\n{\"level\":\"error\",\"text\":\"disk is full\"}\n");
    Otters.write(files.resolve("data/sales.csv"), "region,amount\nnorth,2\nsouth,30\nnorth,9\n");
    otters
        .shell(
            "cd src && git init -q && git config user.name a && git config user.email b"
                + " && git add . && git commit -qm Begin && git tag v1"
                + " && git commit -qm 'Greet in colour' --allow-empty")
        .ok();
    run("guide", "src");
    run("logs", "logs");
    run("release", "src");
    run("table", "data");
  }

  private static void run(String agent, String folder) {
    String mount = otters.files().resolve(folder) + ":/workspace/" + folder + ":Files:ro";
    otters.run("run", "agentfiles/" + agent, "--model", "scripted/first", "-v", mount).ok();
  }

  @ParameterizedTest
  @CsvSource({
    "guide, guide, /workspace/src/Main.java:2:  static void main() {}",
    "logs, 'logs, lines', /workspace/logs/app.log:2",
    "logs, 'logs, values', disk is full",
    "release, release, Greet in colour",
    "table, table, south|30",
  })
  void everyAgentAnswersWithItsTool(String agent, String question, String answer) {
    assertThat(otters.run("prompt", agent, question).ok()).contains(answer);
  }
}
