package dev.otters.agentfile;

import java.util.Locale;

/** One directive of an Agentfile. The class has the name of the directive. */
public interface Declaration {
  /** The effect of a declaration on earlier ones of the same directive and name. */
  enum Rule {
    /** Replaces the earlier one, in its place. */
    KEYED,
    /** Replaces that of a parent, in its place, and follows those of the same file. */
    INHERITED,
    /** Follows the earlier ones. */
    APPENDED
  }

  /** Returns the name; empty for a directive that takes effect once, such as MODEL. */
  default String name() {
    return "";
  }

  /** Returns the effect on earlier declarations. Of several that remain, the last is in force. */
  default Rule rule() {
    return Rule.KEYED;
  }

  /** Returns the directive in upper case, such as {@code BIN}. */
  default String directive() {
    return getClass().getSimpleName().toUpperCase(Locale.ROOT);
  }
}
