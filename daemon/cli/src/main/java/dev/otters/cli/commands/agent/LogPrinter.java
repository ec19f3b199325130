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
import org.jspecify.annotations.Nullable;

/**
 * Prints the lines of a log to the streams that they were written to. Lines that come again after a
 * broken connection are left out.
 */
final class LogPrinter {
  private final Console console;
  private final boolean times;
  private @Nullable Instant last;
  private Instant known = Instant.MIN;

  LogPrinter(Console console, boolean times) {
    this.console = console;
    this.times = times;
  }

  /** Returns the time of the last line that was printed, empty when there was none. */
  Optional<Instant> last() {
    return Optional.ofNullable(last);
  }

  /** Leaves out what comes again on a new connection. */
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
    String shown = times ? line.time() + " " + text : text;
    last = line.time();
    if (stdout) {
      console.line(shown);
    } else {
      console.note(shown);
    }
  }
}
