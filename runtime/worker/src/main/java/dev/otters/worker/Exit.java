package dev.otters.worker;

/** How the program ends. */
enum Exit {
  /** It was told to stop, and did. */
  STOPPED(0),
  /** A signal came that the daemon had not announced: a tool can send one, too. */
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
