package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares docs/reliability.md with the tests that it names. */
class ReliabilityPageTest {
  private static final Pattern NAME = Pattern.compile("`([A-Z]\\w+)(?:\\.(\\w+))?`");

  private static final int LEAST = 30;

  private static List<MatchResult> names() {
    String page = Otters.read(Distribution.root().resolve("docs/reliability.md"));
    return NAME.matcher(page).results().toList();
  }

  @Test
  void everyTestOfThePageExists() throws IOException {
    Set<Path> sources;
    try (Stream<Path> files = Files.walk(Distribution.root().resolve("daemon"))) {
      sources =
          files
              .filter(file -> file.toString().matches(".*/src/test/.*\\.java"))
              .collect(Collectors.toSet());
    }
    List<MatchResult> names = names();

    assertThat(names)
        .hasSizeGreaterThan(LEAST)
        .allSatisfy(
            name ->
                assertThat(sources)
                    .as(name.group())
                    .anySatisfy(file -> assertThat(declares(file, name)).isTrue()));
  }

  private static boolean declares(Path file, MatchResult name) {
    return file.endsWith(name.group(1) + ".java")
        && (name.group(2) == null || Otters.read(file).contains(" void " + name.group(2) + "("));
  }
}
