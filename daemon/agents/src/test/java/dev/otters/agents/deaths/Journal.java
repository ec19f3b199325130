package dev.otters.agents.deaths;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * What happened outside of the daemon, a line for each: what the tools did, what the client and the
 * runtime were told, what the model was asked. It survives every death.
 */
final class Journal {
  /** The kinds of lines. */
  enum Kind {
    /** A message that the daemon has acknowledged. */
    STORED,
    /** A message or wake that has ended with its session. */
    GONE,
    /** An effect of a tool. */
    EFFECT,
    /** A step that the model was asked. */
    ASKED,
    /** A step whose calls the runtime knows. */
    KNOWN,
    /** A request for a step that the runtime knew. */
    ASKED_AGAIN,
    /** Something that the client or the runtime did not expect. */
    FAULT;

    String line(String about) {
      return this + " " + about;
    }
  }

  private final Path file;
  private final List<String> lines = new ArrayList<>();

  Journal(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      lines.addAll(Files.readAllLines(file));
    }
  }

  synchronized void add(Kind kind, String about) {
    String line = kind.line(about);
    try {
      Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    lines.add(line);
  }

  synchronized boolean has(Kind kind, String about) {
    return lines.contains(kind.line(about));
  }

  /** Returns what there is of a kind, as often as it is there. */
  synchronized List<String> all(Kind kind) {
    String beginning = kind.line("");
    return lines.stream()
        .filter(line -> line.startsWith(beginning))
        .map(line -> line.substring(beginning.length()))
        .toList();
  }
}
