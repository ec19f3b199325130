package dev.otters.cli.template;

import java.util.Locale;

/** Data that gives a table its header: each value is the name of its last field. */
record Heading(String title) {
  Heading field(String name) {
    return new Heading(name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toUpperCase(Locale.ROOT));
  }

  @Override
  public String toString() {
    return title;
  }
}
