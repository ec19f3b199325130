package dev.otters.agentfile;

import java.util.Locale;

/** Names each kind of finding; the texts are stable, so that programs can act on them. */
public enum ProblemCode {
  FILE_TOO_LARGE("The file has more than 1 MiB"),
  NOT_UTF8("The file is not UTF-8"),
  BYTE_ORDER_MARK("The file starts with a byte order mark"),
  BAD_CHARACTER("A character that nobody sees, or NUL"),
  UNKNOWN_SYNTAX("`# syntax=` names another language"),
  MISPLACED_SYNTAX("`# syntax=` stands below the first line"),
  MISSING_FROM("The first instruction is not FROM"),
  REPEATED_FROM("FROM stands more than once"),
  LIKELY_SCRATCH("The image in FROM looks like a misspelt `scratch`"),
  UNKNOWN_DIRECTIVE("No directive has this name"),
  UNCLOSED_QUOTE("A string does not end on its line"),
  UNKNOWN_ESCAPE("A string has an escape that there is not"),
  UNEXPECTED_HEREDOC("The directive takes no heredoc"),
  INVALID_HEREDOC("The marker is not valid, or something follows it"),
  UNCLOSED_HEREDOC("No later line is only the marker"),
  MISSING_OPERAND("The directive needs one more operand"),
  WRONG_QUOTING("An operand has quotes and must not, or must have them and has not"),
  UNEXPECTED_OPERAND("The directive does not take this operand"),
  MISSING_VALUE("No value follows `=`, or no `=` follows the key"),
  INVALID_NAME("A name breaks the rules for names, or is reserved"),
  INVALID_KEY("A key breaks the rules for keys, or is reserved"),
  REPEATED_KEY("A key or a name stands twice on one line"),
  INVALID_IMAGE("The text is no image reference"),
  INVALID_MODEL("The text is not `<provider>/<model>`"),
  INVALID_PATH("The path can name nothing in the build context"),
  INVALID_VALUE("The value is none of those that are allowed"),
  CONFLICT("Two parts of a line exclude each other"),
  UNKNOWN_CAPABILITY("No capability has this name"),
  UNKNOWN_CONFIG("A CONFIG key looks like one that the runtime knows and is not"),
  UNKNOWN_LABEL("A label looks like one of Otters' own and is not"),
  UNKNOWN_BIN("A VAULT is for a BIN that the file does not have"),
  UNUSABLE_FILE("A file or folder is not in the build context, or cannot be packed"),
  OWN_ANCESTOR("The image would be its own ancestor, or has more than 10"),
  UNSEEN_PARENT("A check could not look at the parent"),
  UNKNOWN_REFERENCE("`${key}` names no ARG with a value above it"),
  ARGS_TOO_LARGE("The values of ARGs expand to more than 1 MiB"),
  UNKNOWN_BUILD_ARGUMENT("No ARG takes this build argument"),
  INVALID_BUILD_ARGUMENT("A build argument is not text"),
  REPLACED("A later line replaces an earlier one"),
  CONFIGS_DROPPED("RUNTIME drops the CONFIG lines above it"),
  EMPTY_CONTEXT("A CONTEXT has no text"),
  FLAT_FOLDER("ADD names a folder, and makes none"),
  MORE_PROBLEMS("There are more findings than are shown");

  private final String description;

  ProblemCode(String description) {
    this.description = description;
  }

  /** Returns the stable text, such as {@code unknown-capability}. */
  public String text() {
    return Names.kebab(name().toLowerCase(Locale.ROOT));
  }

  /** Returns one line for the documentation. */
  public String description() {
    return description;
  }
}
