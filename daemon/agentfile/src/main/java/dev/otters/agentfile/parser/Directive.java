package dev.otters.agentfile.parser;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The directives of the language, with their usage. */
enum Directive {
  FROM("FROM scratch | <image>"),
  RUNTIME("RUNTIME <image>"),
  MODEL("MODEL <provider>/<model>"),
  NAME("NAME <name>"),
  CONTEXT("CONTEXT <name> [\"description\"] [file://<path> | <<MARKER … MARKER]"),
  CONFIG("CONFIG <key>[!][=<value>] [\"description\"]"),
  BIN("BIN <name> <image> [\"description\"] [<<MARKER … MARKER]"),
  ENV("ENV <KEY>=<value> [\"description\"]"),
  EXEC("EXEC [\"<argument>\", …]"),
  ADD("ADD <path> [<name>] [\"description\"]"),
  LABEL("LABEL <key>=<value>"),
  ARG("ARG <key>[=<default>]"),
  CAPABILITY("CAPABILITY <name>…"),
  RESOURCE(
      "RESOURCE <name> [kind=<kind>] [mode=read|read-write] [<key>=<value>…] [\"description\"]"
          + " [<<MARKER … MARKER]"),
  VAULT("VAULT <name> ENV=<KEY> FOR=<bin>[,<bin>…] [\"description\"]"),
  SKILL("SKILL <name> <path | image> [\"description\"]");

  private static final Map<String, Directive> OF_OTHER_LANGUAGES =
      Map.of("COPY", ADD, "CMD", EXEC, "ENTRYPOINT", EXEC, "TOOL", BIN, "PROMPT", CONTEXT);

  private final String usage;

  Directive(String usage) {
    this.usage = usage;
  }

  /** Finds a directive by its name, ignoring case; empty if there is none. */
  static Optional<Directive> find(String word) {
    return Arrays.stream(values())
        .filter(it -> it.name().equalsIgnoreCase(word) && word.chars().allMatch(c -> c < 0x80))
        .findFirst();
  }

  /** Returns the directive that the author of a misspelt or foreign word probably meant. */
  static Optional<Directive> nearest(String word) {
    String name = word.toUpperCase(Locale.ROOT);
    return Optional.ofNullable(OF_OTHER_LANGUAGES.get(name))
        .or(() -> Suggestions.nearest(name, names()).map(Directive::valueOf));
  }

  /** Returns the names of all directives. */
  static List<String> names() {
    return Arrays.stream(values()).map(Directive::name).toList();
  }

  boolean takesHeredoc() {
    return this == CONTEXT || this == BIN || this == RESOURCE;
  }

  /** Tells whether an operand can be free text, which may contain blanks. */
  boolean takesText() {
    return !EnumSet.of(FROM, RUNTIME, MODEL, NAME).contains(this);
  }

  String usage() {
    return usage;
  }
}
