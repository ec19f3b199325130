package dev.otters.agents.deaths;

/** Ends what a dead daemon or runtime still does. */
final class Dead extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Dead() {
    super("this life is over", null, false, false);
  }
}
