package dev.otters.cli.commands.image;

import dev.otters.cli.console.Console;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints what is known of one thing: a title, and below it a labelled line for each fact. */
final class FactSheet {
  private static final int LABEL = 13;

  private final Console console;

  private FactSheet(Console console) {
    this.console = console;
  }

  /** Begins with the title. */
  static FactSheet of(Console console, String title) {
    console.line(Console.harmless(title));
    return new FactSheet(console);
  }

  /** Prints a fact; nothing when there is none. */
  FactSheet with(String label, @Nullable String value) {
    return with(label, value == null || value.isEmpty() ? List.of() : List.of(value));
  }

  /** Prints facts below each other; nothing when there are none. */
  FactSheet with(String label, List<String> values) {
    String name = label;
    for (String value : values) {
      console.fact("  " + name + " ".repeat(LABEL - name.length()), value);
      name = "";
    }
    return this;
  }
}
