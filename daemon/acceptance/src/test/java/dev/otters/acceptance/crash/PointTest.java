package dev.otters.acceptance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.acceptance.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PointTest {
  private static final Pattern STEP = Pattern.compile("CrashPoint\\.at\\(([^;]*)\\);");

  private static final Pattern NAME = Pattern.compile("\"([a-z-]+)\"");

  @Test
  void everyStepOfTheProductIsAPointOfTheMatrix() throws IOException {
    Set<String> points =
        Arrays.stream(Point.values())
            .filter(point -> !point.isInATool())
            .map(Point::word)
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(steps()).isEqualTo(points);
  }

  @Test
  void thePageOfReliabilityDescribesEachPoint() throws IOException {
    String page = Files.readString(Distribution.root().resolve("docs/reliability.md"));

    assertThat(
            Pattern.compile("^\\| `([a-z-]+)` \\|", Pattern.MULTILINE)
                .matcher(page)
                .results()
                .map(row -> row.group(1)))
        .containsExactlyElementsOf(Arrays.stream(Point.values()).map(Point::word).toList());
  }

  private static Set<String> steps() throws IOException {
    Set<String> steps = new TreeSet<>();
    for (String top : List.of("daemon", "runtime")) {
      try (Stream<Path> files = Files.walk(Distribution.root().resolve(top))) {
        for (Path file :
            files.filter(it -> it.toString().matches(".*/src/main/.*\\.java")).toList()) {
          Matcher step = STEP.matcher(Files.readString(file));
          while (step.find()) {
            NAME.matcher(step.group(1)).results().forEach(name -> steps.add(name.group(1)));
          }
        }
      }
    }
    return steps;
  }
}
