package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** docs/security.md claims nothing that no test shows. */
class SecurityPageTest {
  private static final Pattern TAG = Pattern.compile("@Tag\\(\"([a-z0-9-]+)\"\\)");
  private static final Pattern PARENT = Pattern.compile("class \\w+ extends (\\w+)");

  /** The tags of the tests on each engine, in the order of the columns. */
  private static final List<String> ENGINES = List.of("docker", "engine20", "podman", "bubblewrap");

  private static final Set<String> STATES = Set.of("tested", "not testable here", "unsupported");

  private static String page = "";
  private static NamedTests tests;

  @BeforeAll
  static void read() {
    page = Otters.read(Distribution.root().resolve("docs/security.md"));
    tests = NamedTests.read();
  }

  private static List<List<String>> rows(String heading) {
    return NamedTests.rows(page, heading);
  }

  private static Set<String> tags(String type) {
    Set<String> tags = new TreeSet<>();
    for (String source : tests.sources(type)) {
      TAG.matcher(source).results().map(tag -> tag.group(1)).forEach(tags::add);
      Optional<String> parent =
          PARENT.matcher(source).results().map(found -> found.group(1)).findFirst();
      parent.map(SecurityPageTest::tags).ifPresent(tags::addAll);
    }
    return tags;
  }

  @Test
  void everyTestThatThePageNamesExists() {
    assertThat(NamedTests.in(page)).hasSizeGreaterThan(100);
    assertThat(tests.missing(page)).isEmpty();
  }

  @Test
  void everyPromiseHasAMechanismAndATest() {
    assertThat(rows("Promises"))
        .hasSizeGreaterThan(15)
        .allSatisfy(
            row -> {
              assertThat(row).hasSize(3).noneMatch(String::isBlank);
              assertThat(NamedTests.in(row.get(2))).isNotEmpty();
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
              NamedTests.in(row.getLast()).forEach(test -> tags.addAll(tags(test.group(1))));
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
      assertThat(!NamedTests.in(ours).isEmpty() || ours.matches("exception: .{20,}"))
          .as(ours)
          .isTrue();
    }
  }
}
