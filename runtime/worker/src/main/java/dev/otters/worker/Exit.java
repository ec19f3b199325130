package dev.otters.worker;

/** The ways in which the program ends. */
enum Exit {
  /** The daemon asked it to stop. */
  STOPPED(0),
  /** A signal arrived that the daemon had not announced; a tool can send one, too. */
  TERMINATED(143),
  /** It cannot work; the last line of its log says why. */
  FAILED(1);

  private final int code;

  Exit(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
