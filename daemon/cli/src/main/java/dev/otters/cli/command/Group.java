package dev.otters.cli.command;

/** The groups of commands in the help, in order. */
public enum Group {
  COMMON("Common Commands"),
  AGENTS("Agent Commands"),
  SESSIONS("Session Commands"),
  IMAGES("Image Commands"),
  BINS("BIN Commands"),
  MODELS("Model Commands"),
  SYSTEM("System Commands");

  private final String title;

  Group(String title) {
    this.title = title;
  }

  /** Returns the heading. */
  public String title() {
    return title;
  }
}
