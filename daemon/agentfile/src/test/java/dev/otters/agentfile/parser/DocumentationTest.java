package dev.otters.agentfile.parser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.Capability;
import dev.otters.agentfile.ConfigKeys;
import dev.otters.agentfile.LabelKeys;
import dev.otters.agentfile.ParseResult.Parsed;
import dev.otters.agentfile.ProblemCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DocumentationTest {
  private static final List<String> RESERVED_KEYS =
      List.of(
          "PATH",
          "HOME",
          "TMPDIR",
          "LANG",
          "XDG_CONFIG_HOME",
          "XDG_CACHE_HOME",
          "XDG_DATA_HOME",
          "OTTERS*",
          "LD_*",
          "JAVA_TOOL_OPTIONS",
          "JDK_JAVA_OPTIONS",
          "_JAVA_OPTIONS",
          "*_PROXY",
          "*_API_KEY",
          "*_API_BASE");

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```agentfile\\n(.*?)^```$");

  @Test
  void everyExampleOfTheReferenceIsValid() throws IOException {
    assertThat(validExamples(page())).isGreaterThan(10);
  }

  @Test
  void theFirstAgentfileOfTheReadmeIsValid() throws IOException {
    assertThat(validExamples(read("README.md"))).isOne();
  }

  @Test
  void theShippedAgentfilesAreValid() throws IOException {
    for (String name : List.of("chat", "guide", "logs", "notebook", "release", "table")) {
      assertValid(read("agentfiles/" + name + "/Agentfile"));
    }
  }

  @Test
  void theReferenceHasAnExampleOfEveryDirective() throws IOException {
    String examples =
        String.join("", BLOCK.matcher(page()).results().map(MatchResult::group).toList());

    assertThat(Directive.names()).allSatisfy(it -> assertThat(examples).contains(it + " "));
  }

  @Test
  void theReferenceListsWhatIsReservedAndWhatThereIs() throws IOException {
    String page = page();

    assertThat(RESERVED_KEYS).allSatisfy(it -> assertThat(page).contains("`" + it + "`"));
    assertThat(Capability.values())
        .allSatisfy(
            it ->
                assertThat(page)
                    .contains("| `" + it.kebabName() + "` | " + it.description() + " |"));
    assertThat(LabelKeys.all()).allSatisfy(it -> assertThat(page).contains("| `" + it + "` | "));
    assertThat(ConfigKeys.all()).allSatisfy(it -> assertThat(page).contains("| `" + it + "` | "));
    assertThat(ProblemCode.values())
        .allSatisfy(
            it -> assertThat(page).contains("| `" + it.text() + "` | " + it.description() + " |"));
  }

  /** Asserts that all examples of a page are valid, and returns how many there are. */
  private static int validExamples(String page) {
    List<String> examples = BLOCK.matcher(page).results().map(it -> it.group(1)).toList();
    examples.forEach(DocumentationTest::assertValid);
    return examples.size();
  }

  private static void assertValid(String example) {
    var result = AgentfileParser.parse("Agentfile", example.getBytes(UTF_8), Map.of());
    assertThat(result).as(example).isInstanceOf(Parsed.class);
    assertThat(((Parsed) result).warnings()).as(example).isEmpty();
  }

  private static String page() throws IOException {
    return read("docs/agentfile.md");
  }

  private static String read(String file) throws IOException {
    return Files.readString(Path.of(System.getProperty("otters.root"), file));
  }
}
