package dev.otters.cli.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.cli.console.Screen;
import dev.otters.cli.testing.Given;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TranscriptPrinterTest {
  private final Screen screen = Screen.ofScript();
  private final TranscriptPrinter printer = new TranscriptPrinter(screen.console());
  private long seq;

  private void event(EventType type, Map<String, Object> body) {
    printer.event(Given.event(++seq, "t", type, body));
  }

  private void call(String id, String name) {
    event(EventType.TOOL_USE, Map.of("call", id, "name", name));
  }

  private void failed(String id, String error) {
    event(
        EventType.TOOL_RESULT,
        Map.of("call", id, "exitCode", -1, "durationMillis", 0, "isError", true, "error", error));
  }

  private void finished(String outcome) {
    event(EventType.TURN_FINISHED, Map.of("outcome", outcome));
  }

  @Test
  void aCallThatDidNotRunSaysWhatItsResultSays() {
    call("a", "kubectl");
    call("b", "helm");
    event(EventType.APPROVAL_DENIED, Map.of("call", "a", "note", "not now"));
    failed("a", "the operator denied this call: not now. It did not run.");
    event(EventType.APPROVAL_EXPIRED, Map.of("call", "b"));
    failed("b", "the operator did not allow this call in time. It did not run.");

    assertThat(screen.out())
        .isEqualTo(
            """
            ▸ denied: kubectl (not now)
            ▸ kubectl (the operator denied this call: not now. It did not run.)
            ▸ expired: helm
            ▸ helm (the operator did not allow this call in time. It did not run.)
            """);
  }

  @Test
  void aTurnThatWasInterruptedSaysWhatBecameOfItsCalls() {
    call("a", "kubectl");
    call("b", "sleep");
    event(EventType.USER_INTERRUPT, Map.of());
    event(EventType.APPROVAL_DENIED, Map.of("call", "a", "note", "the turn was stopped"));
    finished("interrupted");

    assertThat(screen.out())
        .isEqualTo(
            """
            interrupted by the user
            ▸ denied: kubectl (the turn was stopped)
            ▸ kubectl (denied, did not run)
            ▸ sleep (interrupted)
            """);
  }

  @Test
  void aSandboxThatDiedIsTheReasonForAMissingResult() {
    call("a", "make");
    event(EventType.ERROR, Map.of("message", "the agent's runtime ended during the turn"));
    call("b", "make");
    event(
        EventType.STATUS_CHANGED,
        Map.of("from", "running", "to", "rescheduling", "reason", "the agent was stopped"));
    event(EventType.TURN_STARTED, Map.of("attempt", 2));

    assertThat(screen.out())
        .isEqualTo(
            """
            ▸ make (no result: the agent's runtime ended during the turn)
            error: the agent's runtime ended during the turn
            ▸ make (no result: the agent was stopped)
            """);
  }

  @Test
  void aMessageThatArrivesMeanwhileDoesNotEndACall() {
    call("a", "make");
    event(EventType.USER_MESSAGE, Map.of("text", "And?"));
    event(EventType.TOOL_RESULT, Map.of("call", "a", "exitCode", 0, "durationMillis", 12));
    call("b", "make");
    printer.end();

    assertThat(screen.out())
        .isEqualTo(
            """
            user: And?
            ▸ make (exit 0, 12ms)
            ▸ make (no result yet)
            """);
  }
}
