package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** docs/security.md claims nothing that no test shows. */
class SecurityPageTest {
  private static final Pattern NAME = Pattern.compile("`([A-Z]\\w+)(?:\\.(\\w+))?`");
  private static final Pattern TAG = Pattern.compile("@Tag\\(\"([a-z0-9-]+)\"\\)");
  private static final Pattern PARENT = Pattern.compile("class \\w+ extends (\\w+)");

  /** The tags of the tests on each engine, in the order of the columns. */
  private static final List<String> ENGINES = List.of("docker", "engine20", "podman", "bubblewrap");

  private static final Set<String> STATES =
      Set.of("tested", "not tested yet", "not testable here", "unsupported");

  private static final Map<String, List<String>> SOURCES = new HashMap<>();
  private static String page = "";

  @BeforeAll
  static void read() throws IOException {
    Path root = Distribution.root();
    page = Files.readString(root.resolve("docs/security.md"));
    for (String part : List.of("daemon", "runtime", "images")) {
      try (Stream<Path> files = Files.walk(root.resolve(part))) {
        for (Path file : files.filter(SecurityPageTest::isTest).toList()) {
          String name = file.getFileName().toString().replace(".java", "");
          SOURCES.computeIfAbsent(name, _ -> new ArrayList<>()).add(Files.readString(file));
        }
      }
    }
  }

  private static boolean isTest(Path file) {
    String path = file.toString();
    return path.endsWith(".java")
        && (path.contains("/src/test/") || path.contains("/src/testkit/"));
  }

  /** Returns the cells of the rows of a section's table, without its head. */
  private static List<List<String>> rows(String section) {
    String text = page.substring(page.indexOf("\n## " + section));
    int end = text.indexOf("\n## ", 4);
    return text.substring(4, end < 0 ? text.length() : end)
        .lines()
        .filter(line -> line.startsWith("| "))
        .skip(1)
        .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ", -1)))
        .toList();
  }

  private static List<MatchResult> named(String cell) {
    return NAME.matcher(cell).results().toList();
  }

  private static boolean exists(MatchResult test) {
    List<String> sources = SOURCES.getOrDefault(test.group(1), List.of());
    return test.group(2) == null
        ? !sources.isEmpty()
        : sources.stream().anyMatch(source -> isTest(source, test.group(2)));
  }

  private static boolean isTest(String source, String method) {
    Matcher found = Pattern.compile("\\bvoid " + method + "\\(").matcher(source);
    if (!found.find()) {
      return false;
    }
    String before = source.substring(source.lastIndexOf("\n\n", found.start()), found.start());
    return before.contains("@Test") || before.contains("@ParameterizedTest");
  }

  private static Set<String> tags(String type) {
    Set<String> tags = new TreeSet<>();
    for (String source : SOURCES.getOrDefault(type, List.of())) {
      TAG.matcher(source).results().map(tag -> tag.group(1)).forEach(tags::add);
      Optional<String> parent =
          PARENT.matcher(source).results().map(found -> found.group(1)).findFirst();
      parent.map(SecurityPageTest::tags).ifPresent(tags::addAll);
    }
    return tags;
  }

  @Test
  void everyTestThatThePageNamesExists() {
    assertThat(named(page)).hasSizeGreaterThan(100);
    assertThat(named(page))
        .filteredOn(test -> !exists(test))
        .extracting(MatchResult::group)
        .isEmpty();
  }

  @Test
  void everyPromiseHasAMechanismAndATest() {
    assertThat(rows("Promises"))
        .hasSizeGreaterThan(15)
        .allSatisfy(
            row -> {
              assertThat(row).hasSize(3).noneMatch(String::isBlank);
              assertThat(named(row.get(2))).isNotEmpty();
            });
  }

  @Test
  void whatIsTestedOnAnEngineHasATestThatRunsOnIt() {
    assertThat(rows("On which engine"))
        .hasSizeGreaterThan(10)
        .allSatisfy(
            row -> {
              assertThat(row).hasSize(2 + ENGINES.size() + 1);
              assertThat(STATES).containsAll(row.subList(1, row.size() - 1));
              Set<String> tags = new TreeSet<>();
              named(row.getLast()).forEach(test -> tags.addAll(tags(test.group(1))));
              for (int i = 0; i < ENGINES.size(); i++) {
                if (row.get(i + 1).equals("tested")) {
                  assertThat(tags).as(row.getFirst()).contains(ENGINES.get(i));
                }
              }
            });
  }

  @Test
  void theListHasAllTestsAndEachIsNamedOrExcused() {
    List<List<String>> rows = rows("The list of tests");
    assertThat(rows).hasSize(45);
    for (int i = 0; i < rows.size(); i++) {
      assertThat(rows.get(i)).hasSize(3);
      assertThat(rows.get(i).getFirst()).isEqualTo(String.valueOf(i + 1));
      String ours = rows.get(i).getLast();
      assertThat(!named(ours).isEmpty() || ours.matches("(exception: .{20,}|not tested yet)"))
          .as(ours)
          .isTrue();
    }
  }
}
