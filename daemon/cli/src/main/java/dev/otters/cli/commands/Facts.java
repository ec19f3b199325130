package dev.otters.cli.commands;

import dev.otters.cli.console.Console;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints what is known of one thing: a title, and below it a labelled line for each fact. */
final class Facts {
  private static final int LABEL = 13;

  private final Console console;

  private Facts(Console console) {
    this.console = console;
  }

  /** Begins with the title. */
  static Facts of(Console console, String title) {
    console.line(Console.harmless(title));
    return new Facts(console);
  }

  /** Prints a fact; nothing when there is none. */
  Facts with(String label, @Nullable String value) {
    return with(label, value == null || value.isEmpty() ? List.of() : List.of(value));
  }

  /** Prints facts below each other; nothing when there are none. */
  Facts with(String label, List<String> values) {
    String name = label;
    for (String value : values) {
      console.fact("  " + name + " ".repeat(LABEL - name.length()), value);
      name = "";
    }
    return this;
  }
}
