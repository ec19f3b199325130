package dev.otters.agents.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agents.CreationTest;
import dev.otters.api.agent.AgentEventType;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LifecycleTest {
  private static final Pattern MOVE = Pattern.compile("`(\\w+)` → `(\\w+)`");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  @Test
  void theMovesAreTheDocumentedOnes() throws IOException {
    Map<String, Map<String, String>> code = new TreeMap<>();
    for (Class<?> state : Lifecycle.class.getNestMembers()) {
      if (state.isRecord() && Lifecycle.class.isAssignableFrom(state)) {
        code.put(word(state), moves(state));
      }
    }
    Map<String, Map<String, String>> documented = new TreeMap<>();
    rows("state")
        .forEach(
            cells ->
                documented.put(codes(cells.getFirst()).getFirst(), documentedMoves(cells.get(2))));

    assertThat(code).hasSize(8);
    assertThat(documented).isEqualTo(code);
  }

  @Test
  void theReasonsAreTheDocumentedOnes() throws IOException {
    assertThat(rows("reason").stream().map(cells -> codes(cells.getFirst()).getFirst()))
        .containsExactlyElementsOf(Arrays.stream(Reason.values()).map(Reason::toString).toList());
  }

  @Test
  void theStepsOfACreationAreTheDocumentedOnes() throws IOException {
    assertThat(rows("step").stream().map(cells -> codes(cells.getFirst()).getFirst()))
        .containsExactlyElementsOf(CreationTest.STEPS);
  }

  @Test
  void aFailureKeepsItsCauseUntilTheNextStart() {
    Lifecycle.Failed failed = new Lifecycle.Ready().fail(Reason.OOM, "no memory");
    Instant when = Instant.parse("2026-01-01T00:00:00Z");

    assertThat(failed.retry(when))
        .isEqualTo(new Lifecycle.Failed(Reason.OOM, "no memory", java.util.Optional.of(when)));
    assertThat(failed.start()).isEqualTo(new Lifecycle.Starting());
    assertThat(failed.remove()).isEqualTo(new Lifecycle.Removing());
  }

  private static Map<String, String> moves(Class<?> state) {
    return Arrays.stream(state.getMethods())
        .filter(method -> Lifecycle.class.isAssignableFrom(method.getReturnType()))
        .collect(
            Collectors.toMap(
                Method::getName,
                method -> word(method.getReturnType()),
                (a, b) -> a,
                TreeMap::new));
  }

  private static String word(Class<?> state) {
    return state.getSimpleName().toLowerCase(Locale.ROOT);
  }

  private static Map<String, String> documentedMoves(String cell) {
    return MOVE.matcher(cell)
        .results()
        .collect(
            Collectors.toMap(
                move -> move.group(1), move -> move.group(2), (a, b) -> a, TreeMap::new));
  }

  private static List<String> codes(String cell) {
    return CODE.matcher(cell)
        .results()
        .map(MatchResult::group)
        .map(code -> code.replace("`", ""))
        .toList();
  }

  @Test
  void everyEventIsInTheTable() throws IOException {
    assertThat(
            rows("event").stream().map(List::getFirst).flatMap(cell -> Stream.of(cell.split(", "))))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(AgentEventType.values()).map(type -> "`" + type + "`").toList());
  }

  /** Returns the cells of the rows of the table whose first column has this head. */
  private static List<List<String>> rows(String head) throws IOException {
    Path page = Path.of(System.getProperty("otters.root"), "docs/agents.md");
    List<String> lines = Files.readAllLines(page);
    int table =
        lines.indexOf(
            lines.stream()
                .filter(line -> line.startsWith("| " + head + " |"))
                .findFirst()
                .orElseThrow());
    return lines.stream()
        .skip(table + 2)
        .takeWhile(line -> line.startsWith("|"))
        .map(line -> Arrays.stream(line.substring(1).split("\\|", -1)).map(String::strip).toList())
        .toList();
  }
}
