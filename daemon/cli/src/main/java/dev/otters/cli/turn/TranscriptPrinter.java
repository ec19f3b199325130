package dev.otters.cli.turn;

import dev.otters.api.session.EventType;
import dev.otters.api.session.SessionEvent;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Times;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Prints what was said in a session, with one line for each tool call. */
public final class TranscriptPrinter {
  private final Console console;
  private final Map<String, ToolCall> running = new LinkedHashMap<>();
  private String proposed = "";

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
      case WAKE_SCHEDULED -> say("wake " + event.text("wake") + " scheduled");
      case WAKE_CANCELLED -> say("wake " + event.text("wake") + " removed");
      case WAKE_FIRED -> say(("wake " + event.text("wake") + ": " + event.text("text")).strip());
      case AGENT_MESSAGE -> say("agent: " + event.text("text"));
      case PROPOSED -> proposed = event.text("text");
      case REJECTED -> {
        say("agent: " + proposed);
        say("rejected: " + event.text("mismatch"));
      }
      case COMPACTED ->
          say("summary of the conversation before this turn, by " + event.text("model"));
      case USER_INTERRUPT -> say("interrupted by the user");
      case ERROR -> say("error: " + event.text("message"));
      case TOOL_USE, CUSTOM_TOOL_USE -> {
        ToolCall call = ToolCall.started(event);
        running.put(call.call(), call);
      }
      case TOOL_RESULT -> {
        ToolCall call = running.remove(event.text("call"));
        if (call != null) {
          print(call.finished(event));
        }
      }
      case CUSTOM_TOOL_RESULT -> {
        asked(event, event.flag("isError") ? "the client failed" : "the client answered");
        running.remove(event.text("call"));
      }
      case APPROVAL_REQUESTED -> asked(event, "waits for approval");
      case APPROVAL_GRANTED -> asked(event, "allowed");
      case APPROVAL_DENIED -> asked(event, "denied");
      case APPROVAL_EXPIRED -> asked(event, "expired");
      case THINKING, TURN_STARTED, TURN_FINISHED, STATUS_CHANGED -> {}
    }
  }

  /** Prints what became of a call of a gated tool. */
  private void asked(SessionEvent event, String what) {
    ToolCall call = running.get(event.text("call"));
    String note = event.text("note");
    String line = what + (call == null ? "" : ": " + call.commandLine());
    console.line(Console.harmless("▸ " + line + (note.isEmpty() ? "" : " (" + note + ")")));
  }

  /** Prints the calls that have no result. */
  public void end() {
    running.values().forEach(this::print);
    running.clear();
  }

  private void say(String text) {
    end();
    console.line(Console.harmless(text.stripTrailing()));
  }

  private void print(ToolCall call) {
    Long millis = call.durationMillis();
    String end = call.exitCode() == null ? "no result" : "exit " + call.exitCode();
    String took = millis == null ? "" : ", " + Times.took(Duration.ofMillis(millis));
    String line = "▸ " + call.commandLine() + " (" + end + took + ")";
    console.line(Console.harmless(line));
  }
}
