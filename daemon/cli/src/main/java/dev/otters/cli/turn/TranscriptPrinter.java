package dev.otters.cli.turn;

import dev.otters.api.session.EventType;
import dev.otters.api.session.SessionEvent;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Times;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Prints what was said in a session, with one line for each tool call. The line of a call without a
 * result says why it has none.
 */
public final class TranscriptPrinter {
  private final Console console;
  private final Map<String, ToolCall> running = new LinkedHashMap<>();
  private final Map<String, String> undone = new HashMap<>();
  private String proposed = "";
  private String cause = "";

  /** Creates a printer to standard output. */
  public TranscriptPrinter(Console console) {
    this.console = console;
  }

  /** Prints an event. A tool call is printed with its result. */
  public void event(SessionEvent event) {
    EventType type = event.type();
    if (type == null) {
      return;
    }
    switch (type) {
      case USER_MESSAGE -> {
        say("user: " + event.text("text"));
        event.files().forEach(file -> say(file.line()));
      }
      case USER_DEFINE_OUTCOME ->
          say(event.flag("removed") ? "outcome removed" : "outcome: " + event.text("title"));
      case USER_OUTCOME_VERDICT ->
          say(
              "criterion %s is %s"
                  .formatted(event.text("criterion"), event.flag("met") ? "met" : "not met"));
      case USER_OUTCOME_OVERRIDE ->
          say("may be promoted whatever the outcome is: " + event.text("files"));
      case WAKE_SCHEDULED -> say("wake " + event.text("wake") + " scheduled");
      case WAKE_CANCELLED -> say("wake " + event.text("wake") + " removed");
      case WAKE_FIRED -> say(("wake " + event.text("wake") + ": " + event.text("text")).strip());
      case AGENT_MESSAGE -> {
        endAttempt();
        say("agent: " + event.text("text"));
      }
      case PROPOSED -> proposed = event.text("text");
      case REJECTED -> {
        say("agent: " + proposed);
        say("rejected: " + event.text("mismatch"));
      }
      case COMPACTED ->
          say("summary of the conversation before this turn, by " + event.text("model"));
      case USER_INTERRUPT -> {
        cause = "interrupted";
        say("interrupted by the user");
      }
      case ERROR -> {
        cause = "no result: " + event.text("message");
        endAttempt();
        say("error: " + event.text("message"));
      }
      case TOOL_USE, CUSTOM_TOOL_USE -> {
        ToolCall call = ToolCall.started(event);
        running.put(call.call(), call);
      }
      case TOOL_RESULT -> {
        ToolCall call = running.remove(event.text("call"));
        if (call != null) {
          print(call.finished(event), event.text("error"));
        }
      }
      case CUSTOM_TOOL_RESULT -> {
        asked(event, event.flag("isError") ? "the client failed" : "the client answered");
        running.remove(event.text("call"));
      }
      case APPROVAL_REQUESTED -> asked(event, "waits for approval");
      case APPROVAL_GRANTED -> asked(event, "allowed");
      case APPROVAL_DENIED -> {
        undone.put(event.text("call"), "denied, did not run");
        asked(event, "denied");
      }
      case APPROVAL_EXPIRED -> asked(event, "expired");
      case STATUS_CHANGED -> {
        if (event.text("to").equals("rescheduling")) {
          cause = "no result: " + event.text("reason");
        }
      }
      case TURN_STARTED, TURN_FINISHED -> endAttempt();
      case THINKING -> {}
    }
  }

  /** Prints what became of a call of a gated tool. */
  private void asked(SessionEvent event, String what) {
    ToolCall call = running.get(event.text("call"));
    String note = event.text("note");
    String line = what + (call == null ? "" : ": " + call.commandLine());
    console.line(Console.harmless("▸ " + line + (note.isEmpty() ? "" : " (" + note + ")")));
  }

  /** Prints the calls that have no result yet. */
  public void end() {
    running.values().forEach(call -> print(call, "no result yet"));
    running.clear();
  }

  /** Prints the calls of the last attempt that never got a result. */
  private void endAttempt() {
    String why = cause.isEmpty() ? "no result" : cause;
    running.values().forEach(call -> print(call, undone.getOrDefault(call.call(), why)));
    running.clear();
    undone.clear();
    cause = "";
  }

  private void say(String text) {
    console.line(Console.harmless(text.stripTrailing()));
  }

  /**
   * Prints a call.
   *
   * @param why why it has no exit code; empty if it has one
   */
  private void print(ToolCall call, String why) {
    Integer code = call.exitCode();
    Long millis = call.durationMillis();
    String took = millis == null ? "" : ", " + Times.took(Duration.ofMillis(millis));
    boolean ran = code != null && code >= 0;
    String end = ran ? "exit " + code + took : why.isEmpty() ? "no result" : why;
    console.line(Console.harmless("▸ " + call.commandLine() + " (" + end + ")"));
  }
}
