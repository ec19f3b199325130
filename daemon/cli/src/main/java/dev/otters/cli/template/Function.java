package dev.otters.cli.template;

import java.util.Locale;

/** A function of templates. */
enum Function {
  JSON(1, 1),
  JOIN(2, 2),
  UPPER(1, 1),
  LOWER(1, 1),
  LEN(1, 1),
  PRINTLN(0, Integer.MAX_VALUE),
  INDEX(1, Integer.MAX_VALUE),
  EQ(2, 2),
  NE(2, 2);

  private final int least;
  private final int most;

  Function(int least, int most) {
    this.least = least;
    this.most = most;
  }

  /** Returns its name in templates. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  int least() {
    return least;
  }

  int most() {
    return most;
  }
}
