package dev.otters.agentfile;

import java.util.List;

/** The result of parsing an Agentfile. */
public sealed interface ParseResult {

  /**
   * A valid file, with its warnings in the order of the file.
   *
   * @param places the places of its directives, for findings of later checks
   */
  record Parsed(Agentfile agentfile, List<Problem> warnings, Places places) implements ParseResult {
    /** Copies the list. */
    public Parsed {
      warnings = List.copyOf(warnings);
    }
  }

  /** An invalid file, with all errors and warnings in the order of the file. */
  record Rejected(List<Problem> problems) implements ParseResult {
    /** Copies the list. */
    public Rejected {
      problems = List.copyOf(problems);
    }
  }
}
