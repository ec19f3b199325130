package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.sessions.approval.ApprovalState;
import dev.otters.sessions.custom.CustomCallState;
import dev.otters.sessions.log.ActivationMove;
import dev.otters.sessions.log.ActivationState;
import dev.otters.sessions.log.SessionStatus;
import dev.otters.sessions.wake.WakeState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DocumentedTablesTest {
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  @Test
  void theMovesOfASessionAreTheDocumentedOnes() throws IOException {
    List<String> code =
        Arrays.stream(SessionStatus.values())
            .map(status -> status.wireName() + " -> " + names(status.next()))
            .toList();
    List<String> documented =
        rows("## Session").stream()
            .map(row -> code(row, 0).getFirst() + " -> " + set(row, 2))
            .toList();
    assertThat(documented).containsExactlyElementsOf(code);
  }

  @Test
  void theMovesOfAnApprovalAreTheDocumentedOnes() throws IOException {
    List<String> code =
        Arrays.stream(ApprovalState.values())
            .map(
                state ->
                    state.wireName()
                        + " -> "
                        + state.next().stream()
                            .map(ApprovalState::wireName)
                            .collect(Collectors.toCollection(TreeSet::new)))
            .toList();
    List<String> documented =
        rows("approvals.md", "## What happens to a call").stream()
            .map(row -> code(row, 0).getFirst() + " -> " + set(row, 2))
            .toList();
    assertThat(documented).containsExactlyElementsOf(code);
  }

  @Test
  void theMovesOfACustomCallAreTheDocumentedOnes() throws IOException {
    List<String> code =
        Arrays.stream(CustomCallState.values())
            .map(
                state ->
                    state.wireName()
                        + " -> "
                        + state.next().stream()
                            .map(CustomCallState::wireName)
                            .collect(Collectors.toCollection(TreeSet::new)))
            .toList();
    List<String> documented =
        rows("custom-tools.md", "## What happens to a call").stream()
            .map(row -> code(row, 0).getFirst() + " -> " + set(row, 2))
            .toList();
    assertThat(documented).containsExactlyElementsOf(code);
  }

  @Test
  void theMovesOfAWakeAreTheDocumentedOnes() throws IOException {
    List<String> code =
        Arrays.stream(WakeState.values())
            .map(
                state ->
                    state.wireName()
                        + " -> "
                        + state.next().stream()
                            .map(WakeState::wireName)
                            .collect(Collectors.toCollection(TreeSet::new)))
            .toList();
    List<String> documented =
        rows("wakes.md", "## When a wake fires").stream()
            .map(row -> code(row, 0).getFirst() + " -> " + set(row, 2))
            .toList();
    assertThat(documented).containsExactlyElementsOf(code);
  }

  @Test
  void theMovesOfAnActivationAreTheDocumentedOnes() throws IOException {
    List<String> code =
        Arrays.stream(ActivationMove.values())
            .map(
                move ->
                    "%s: %s -> %s"
                        .formatted(
                            move.wireName(),
                            move.from().stream()
                                .map(ActivationState::wireName)
                                .collect(Collectors.toCollection(TreeSet::new)),
                            move.to().wireName()))
            .toList();
    List<String> documented =
        rows("## Activation").stream()
            .map(
                row ->
                    "%s: %s -> %s"
                        .formatted(code(row, 0).getFirst(), set(row, 1), code(row, 2).getFirst()))
            .toList();
    assertThat(documented).containsExactlyInAnyOrderElementsOf(code);
  }

  @Test
  void theEventsThatRuntimesWriteAreDocumented() throws IOException {
    List<String> documented =
        rows("## The log").stream().map(row -> code(row, 0).getFirst()).toList();
    assertThat(documented)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(EventType.values()).map(EventType::toString).toList());
  }

  @Test
  void noMoveLeavesAnEnd() {
    for (ActivationMove move : ActivationMove.values()) {
      assertThat(move.from()).noneMatch(ActivationState::closed);
    }
  }

  private static Set<String> names(Set<SessionStatus> statuses) {
    return statuses.stream()
        .map(SessionStatus::wireName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> set(String row, int column) {
    return new TreeSet<>(code(row, column));
  }

  private static List<String> code(String row, int column) {
    String cell = row.split("\\|", -1)[column + 1];
    return CODE.matcher(cell).results().map((MatchResult match) -> match.group(1)).toList();
  }

  /** Returns the rows of the first table below a heading. */
  private static List<String> rows(String heading) throws IOException {
    return rows("sessions.md", heading);
  }

  private static List<String> rows(String name, String heading) throws IOException {
    Path page = Path.of(System.getProperty("otters.root"), "docs", name);
    List<String> lines = Files.readAllLines(page);
    List<String> rows = new ArrayList<>();
    for (String line : lines.subList(lines.indexOf(heading), lines.size())) {
      if (line.startsWith("|")) {
        rows.add(line);
      } else if (!rows.isEmpty()) {
        break;
      }
    }
    return rows.subList(2, rows.size());
  }
}
