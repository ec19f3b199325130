package dev.otters.agentfile.parser;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The directives of the language, with their usage. */
enum Directive {
  FROM("FROM scratch | <image>", Heading::from),
  RUNTIME("RUNTIME <image>", Heading::runtime),
  MODEL("MODEL <provider>/<model>", Heading::model),
  NAME("NAME <name>", Heading::name),
  CONTEXT("CONTEXT <name> [\"description\"] [file://<path> | <<MARKER … MARKER]", Content::context),
  CONFIG("CONFIG <key>[!][=<value>] [\"description\"]", Settings::config),
  BIN("BIN <name> <image> [\"description\"] [<<MARKER … MARKER]", Content::bin),
  ENV("ENV <KEY>=<value> [\"description\"]", Settings::env),
  EXEC("EXEC [\"<argument>\", …]", Settings::exec),
  ADD("ADD <path> [<name>] [\"description\"]", Content::add),
  LABEL("LABEL <key>=<value>", Settings::label),
  ARG("ARG <key>[=<default>]", Settings::arg),
  CAPABILITY("CAPABILITY <name>…", Settings::capability),
  RESOURCE(
      "RESOURCE <name> [kind=<kind>] [mode=read|read-write] [<key>=<value>…] [\"description\"]"
          + " [<<MARKER … MARKER]",
      Extensions::resource),
  VAULT("VAULT <name> ENV=<KEY> FOR=<bin>[,<bin>…] [\"description\"]", Extensions::vault),
  SKILL("SKILL <name> <path | image> [\"description\"]", Extensions::skill);

  private static final Map<String, Directive> OF_OTHER_LANGUAGES =
      Map.of("COPY", ADD, "CMD", EXEC, "ENTRYPOINT", EXEC, "TOOL", BIN, "PROMPT", CONTEXT);

  private final String usage;

  @SuppressWarnings("ImmutableEnumChecker") // a method reference has no state
  private final Parser parser;

  Directive(String usage, Parser parser) {
    this.usage = usage;
    this.parser = parser;
  }

  /** Parses the operands of a directive into its declarations. */
  private interface Parser {
    void read(Operands in, Draft draft);
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

  /** Returns the names of the directives that accept a heredoc, for a sentence. */
  static String ofHeredocs() {
    List<String> names =
        Arrays.stream(values()).filter(Directive::takesHeredoc).map(Directive::name).toList();
    return String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
  }

  void read(Operands in, Draft draft) {
    parser.read(in, draft);
  }

  boolean takesHeredoc() {
    return usage.contains("<<");
  }

  /** Tells whether an operand can be free text, which may contain blanks. */
  boolean takesText() {
    return usage.contains("\"") || usage.contains("=");
  }

  String usage() {
    return usage;
  }
}
