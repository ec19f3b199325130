package dev.otters.agentfile.parser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.ParseResult.Parsed;
import dev.otters.agentfile.ParseResult.Rejected;
import dev.otters.agentfile.Problem;
import dev.otters.agentfile.Problem.Severity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares what is said about every operand that is missing, empty or of a wrong form with {@code
 * messages.txt}: a line of an Agentfile, where {@code ¶} ends a line, and below it, indented, the
 * findings in full.
 */
class MessagesTest {
  record Case(String input, List<String> findings) {
    @Override
    public String toString() {
      return input;
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aMistakeIsDescribedInFull(Case example) {
    String source = example.input().replace('¶', '\n');
    String file = source.startsWith("FROM") ? source : "FROM scratch\n" + source;

    ParseResult result = AgentfileParser.parse("Agentfile", file.getBytes(UTF_8), Map.of());

    List<Problem> problems =
        switch (result) {
          case Parsed parsed -> parsed.warnings();
          case Rejected rejected -> rejected.problems();
        };
    assertThat(problems.stream().map(MessagesTest::shown).toList()).isEqualTo(example.findings());
  }

  @Test
  void everyDirectiveIsTriedWithoutOperandsAndWithAnEmptyOne() throws IOException {
    List<String> inputs = cases().map(Case::input).toList();

    assertThat(inputs).containsAll(Directive.names());
    assertThat(Directive.names())
        .allSatisfy(
            it -> assertThat(inputs).anyMatch(line -> line.matches(it + " (\"\"|=|serve).*")));
  }

  static Stream<Case> cases() throws IOException {
    var cases = new ArrayList<Case>();
    try (InputStream file = MessagesTest.class.getResourceAsStream("messages.txt")) {
      String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
      for (String line : text.lines().toList()) {
        if (line.startsWith("  ")) {
          cases.getLast().findings().add(line.strip());
        } else {
          cases.add(new Case(line, new ArrayList<>()));
        }
      }
    }
    return cases.stream();
  }

  private static String shown(Problem problem) {
    String severity = problem.severity() == Severity.WARNING ? "warning " : "";
    String suggestion = problem.suggestion().map(it -> " [" + it + "?]").orElse("");
    return "%d:%d+%d %s%s: %s%s"
        .formatted(
            problem.line(),
            problem.column(),
            problem.length(),
            severity,
            problem.code().text(),
            problem.message(),
            suggestion);
  }
}
