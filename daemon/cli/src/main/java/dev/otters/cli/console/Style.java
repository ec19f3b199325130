package dev.otters.cli.console;

/** A text style on a terminal. */
public enum Style {
  PLAIN(""),
  DIM("2"),
  RED("31"),
  YELLOW("33");

  private final String code;

  Style(String code) {
    this.code = code;
  }

  String apply(String text) {
    return code.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}
