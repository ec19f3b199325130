package dev.otters.agentfile;

/** A CONFIG or an ENV: a value under a key. */
sealed interface Setting extends Declaration permits Config, Env {
  /** Returns the key. */
  String key();

  @Override
  default String name() {
    return key();
  }

  @Override
  default Rule rule() {
    return Rule.APPENDED;
  }
}
