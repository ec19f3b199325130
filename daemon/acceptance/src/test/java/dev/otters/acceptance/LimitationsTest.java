package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.Limitations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Limitations have one name each, which docs/executors.md explains. */
class LimitationsTest {
  private static final Pattern ROW =
      Pattern.compile("^\\|.*\\| `([a-z-]+)` \\|$", Pattern.MULTILINE);
  private static final Pattern OWN_NAME = Pattern.compile("new Limitation\\(\\s*\"");

  @Test
  void thePageExplainsEachLimitationThatTheCodeHasAndNoOther() {
    String page = Otters.read(Distribution.root().resolve("docs/executors.md"));
    List<String> explained =
        ROW.matcher(page).results().map(row -> row.group(1)).distinct().toList();

    assertThat(explained).containsExactlyInAnyOrderElementsOf(Limitations.NAMES);
  }

  @Test
  void noExecutorNamesALimitationByItself() throws IOException {
    Path sources = Distribution.root().resolve("daemon/executor/src/main/java");
    try (Stream<Path> files = Files.walk(sources)) {
      assertThat(files.filter(file -> file.toString().endsWith(".java")))
          .isNotEmpty()
          .noneMatch(file -> OWN_NAME.matcher(Otters.read(file)).find());
    }
  }
}
