package dev.otters.agentfile;

import java.util.Locale;

/** The kinds of findings. Their texts are stable, so that programs can use them. */
public enum ProblemCode {
  FILE_TOO_LARGE("The file is larger than 1 MiB"),
  NOT_UTF8("The file is not UTF-8"),
  BYTE_ORDER_MARK("The file starts with a byte order mark"),
  BAD_CHARACTER("Invisible character or NUL"),
  UNKNOWN_SYNTAX("`# syntax=` names an unsupported language"),
  MISPLACED_SYNTAX("`# syntax=` is not on the first line"),
  MISSING_FROM("The first instruction is not FROM"),
  REPEATED_FROM("FROM appears more than once"),
  LIKELY_SCRATCH("The image in FROM looks like a misspelt `scratch`"),
  UNKNOWN_DIRECTIVE("Unknown directive"),
  UNCLOSED_QUOTE("Unterminated string"),
  UNKNOWN_ESCAPE("Unknown escape in a string"),
  UNEXPECTED_HEREDOC("The directive does not accept a heredoc"),
  INVALID_HEREDOC("The marker of a heredoc is invalid, or text follows it"),
  UNCLOSED_HEREDOC("The heredoc has no end"),
  MISSING_OPERAND("An operand is missing"),
  WRONG_QUOTING("An operand must be in quotes, or must not be"),
  UNEXPECTED_OPERAND("Unexpected operand"),
  MISSING_VALUE("The value after `=` is missing, or `=` after the key"),
  INVALID_NAME("Invalid or reserved name"),
  INVALID_KEY("Invalid or reserved key"),
  REPEATED_KEY("A key or a name appears twice on one line"),
  INVALID_IMAGE("Invalid image reference"),
  INVALID_MODEL("Invalid model name; the form is `<provider>/<model>`"),
  INVALID_PATH("The path cannot be in the build context"),
  INVALID_VALUE("Value not allowed"),
  CONFLICT("Two parts of a line exclude each other"),
  UNKNOWN_CAPABILITY("Unknown capability"),
  UNKNOWN_CONFIG("A CONFIG key looks like a misspelt key of the runtime"),
  UNKNOWN_LABEL("A label looks like a misspelt label of Otters"),
  UNKNOWN_BIN("A VAULT names a BIN that the file does not have"),
  UNREADABLE_SKILL("The agent has a SKILL, but no BIN that could read its files"),
  UNUSABLE_FILE("A file or folder is missing in the build context, or cannot be packed"),
  OWN_ANCESTOR("The image would be its own ancestor, or have more than 10 ancestors"),
  UNSEEN_PARENT("The parent could not be checked"),
  UNSEEN_SKILL("A SKILL of another image could not be checked"),
  UNKNOWN_REFERENCE("`${key}` does not name an ARG with a value above it"),
  ARGS_TOO_LARGE("The expanded ARGs are larger than 1 MiB"),
  UNKNOWN_BUILD_ARGUMENT("The file has no ARG for this build argument"),
  INVALID_BUILD_ARGUMENT("A build argument is not valid text"),
  REPLACED("A later line replaces an earlier one"),
  CONFIGS_DROPPED("RUNTIME drops the CONFIG lines above it"),
  EMPTY_CONTEXT("A CONTEXT has no text"),
  FLAT_FOLDER("ADD names a folder, but adds only files"),
  NOT_IMPLEMENTED("This release stores the directive in the image, but does not implement it"),
  MORE_PROBLEMS("More findings exist than are shown");

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
