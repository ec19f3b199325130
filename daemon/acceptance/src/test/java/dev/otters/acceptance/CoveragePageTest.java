package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** docs/coverage.md names a test for each promise, or says that it is not kept yet. */
class CoveragePageTest {
  private static final String PAGE = Otters.read(Distribution.root().resolve("docs/coverage.md"));

  @Test
  void everyTestThatThePageNamesExists() {
    String shown =
        Stream.of("Agent resources", "Context and resources")
            .flatMap(heading -> NamedTests.rows(PAGE, heading).stream())
            .map(List::getLast)
            .collect(Collectors.joining("\n"));

    assertThat(NamedTests.in(shown)).hasSizeGreaterThan(50);
    assertThat(NamedTests.read().missing(shown)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"Agent resources, 30", "Context and resources, 25"})
  void everyPromiseHasATestOrSaysWhatIsMissing(String heading, int least) {
    List<List<String>> rows = NamedTests.rows(PAGE, heading);

    assertThat(rows)
        .hasSizeGreaterThanOrEqualTo(least)
        .allSatisfy(
            row -> {
              assertThat(row).hasSize(3).noneMatch(String::isBlank);
              String shown = row.getLast();
              assertThat(
                      !NamedTests.in(shown).isEmpty() || shown.matches("(not yet|other): .{10,}"))
                  .as(shown)
                  .isTrue();
            });
  }
}
