package dev.otters.sessions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The lines of {@code docs/sessions.md}, run by a shell with the real jq. */
@Tag("jq")
class MirrorJqTest extends MirrorBench {
  private static final Path ROOT = Path.of(System.getProperty("otters.root"));
  private static final Path PACKAGES = ROOT.resolve("build/test-packages");

  @BeforeEach
  void play() {
    turn("What day is it?", "Tuesday\u2028or so");
    settle();
  }

  /** Returns the commands of the page, one for each comment. */
  private static List<String> commands() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/sessions.md"));
    String section = page.substring(page.indexOf("## Mirror"));
    String block = section.substring(section.indexOf("```sh\n") + 6);
    return Stream.of(block.substring(0, block.indexOf("```")).split("(?m)^#.*\n"))
        .filter(command -> !command.isBlank())
        .toList();
  }

  private List<String> run(String command) throws IOException, InterruptedException {
    String agent = kit.agent.toString();
    String compact =
        command.replace("jq '", "jq -c '").replace("guide/review", agent + "/cli%3Achat%3A1");
    ProcessBuilder shell = new ProcessBuilder("sh", "-euc", compact).redirectErrorStream(true);
    shell.environment().put("OTTERS_HOME", folder.toString());
    if (!Files.isExecutable(Path.of("/usr/bin/jq"))) {
      shell.environment().merge("PATH", PACKAGES + "/jq/usr/bin", (old, own) -> old + ":" + own);
      shell.environment().put("LD_LIBRARY_PATH", libraries());
    }
    Process process = shell.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return List.of(output.split("\n"));
  }

  /** Returns the folders of the libraries of a jq that was unpacked, and not installed. */
  private static String libraries() throws IOException {
    try (Stream<Path> names = Files.list(PACKAGES)) {
      return names
          .filter(path -> path.getFileName().toString().matches("libjq.*|libonig.*"))
          .flatMap(path -> Stream.of(path.resolve("usr/lib").toFile().listFiles()))
          .map(Object::toString)
          .collect(Collectors.joining(":"));
    }
  }

  @Test
  void theLinesOfThePageFindPromptsAndAnswers() throws Exception {
    List<String> commands = commands();
    assertThat(commands).hasSize(3);

    assertThat(run(commands.get(0)))
        .singleElement()
        .asString()
        .contains("\"role\":\"system\"", "\"content\":\"## AGENT\\nBe brief.\"");
    assertThat(run(commands.get(1)))
        .hasSize(3)
        .last()
        .asString()
        .contains("\"content\":\"Tuesday", "\"model\":\"scripted/guide\"", "\"latency_ms\":");
    assertThat(run(commands.get(2)))
        .containsExactly("{\"kind\":\"agent\",\"content\":\"## AGENT\\nBe brief.\"}");
  }

  @Test
  void everyLineIsOneDocument() throws Exception {
    String file = "\"$OTTERS_HOME\"/sessions/*/*.jsonl";
    assertThat(run("jq '.type' " + file)).hasSameSizeAs(lines());
  }
}
