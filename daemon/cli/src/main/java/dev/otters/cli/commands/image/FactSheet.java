package dev.otters.cli.commands.image;

import dev.otters.cli.console.Console;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints a title and a labelled line for each fact. */
final class FactSheet {
  private static final int LABEL = 13;

  private final Console console;

  private FactSheet(Console console) {
    this.console = console;
  }

  /** Prints the title. */
  static FactSheet of(Console console, String title) {
    console.line(Console.harmless(title));
    return new FactSheet(console);
  }

  /** Prints a fact if it is present. */
  FactSheet with(String label, @Nullable String value) {
    return with(label, value == null || value.isEmpty() ? List.of() : List.of(value));
  }

  /** Prints the values of a fact on one line each. */
  FactSheet with(String label, List<String> values) {
    String name = label;
    for (String value : values) {
      console.fact("  " + name + " ".repeat(LABEL - name.length()), value);
      name = "";
    }
    return this;
  }
}
