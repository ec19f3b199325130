package dev.otters.cli.commands.agent;

import dev.otters.api.ApiException;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.Streams;
import dev.otters.api.agent.LogLine;
import dev.otters.cli.client.SseReader;
import dev.otters.cli.console.Console;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Prints the lines of a log to the stream that each was written to. Skips lines that are repeated
 * after a broken connection.
 */
final class LogPrinter {
  /** Lines of the runtime, which begin with their own time. */
  private static final Pattern TIMED =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z ");

  private final Console console;
  private final boolean times;
  private @Nullable Instant last;
  private Instant known = Instant.MIN;

  LogPrinter(Console console, boolean times) {
    this.console = console;
    this.times = times;
  }

  /** Returns the time of the last printed line, empty when there was none. */
  Optional<Instant> last() {
    return Optional.ofNullable(last);
  }

  /** Skips the lines that a new connection repeats. */
  void reconnected() {
    known = last().orElse(known);
  }

  void print(SseReader.Event event) {
    switch (event.name()) {
      case Streams.ERROR -> throw new ApiException(Json.read(event.data(), Problem.class));
      case Streams.LINE -> print(Json.read(event.data(), LogLine.class));
      default -> {}
    }
  }

  private void print(LogLine line) {
    if (!line.time().isAfter(known)) {
      return;
    }
    boolean stdout = line.stream().equals("stdout");
    boolean screen = stdout ? console.terminal().out() : console.terminal().err();
    String text = screen ? Console.harmless(line.text()) : line.text();
    boolean timed = TIMED.matcher(line.text()).lookingAt();
    String shown = times && !timed ? line.time() + " " + text : text;
    last = line.time();
    if (stdout) {
      console.line(shown);
    } else {
      console.note(shown);
    }
  }
}
