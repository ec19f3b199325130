package dev.otters.agentfile;

import java.util.List;

/** Says what became of an Agentfile. */
public sealed interface ParseResult {

  /**
   * The file is valid; warnings in the order of the file.
   *
   * @param places for what is found later
   */
  record Parsed(Agentfile agentfile, List<Problem> warnings, Places places) implements ParseResult {
    /** Copies the list. */
    public Parsed {
      warnings = List.copyOf(warnings);
    }
  }

  /** The file cannot be used: every error and warning in the order of the file. */
  record Rejected(List<Problem> problems) implements ParseResult {
    /** Copies the list. */
    public Rejected {
      problems = List.copyOf(problems);
    }
  }
}
