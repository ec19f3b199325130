package dev.otters.cli.console;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A console in memory. */
public final class Screen {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Console console;

  /** Makes a console with this standard input. */
  public Screen(Terminal terminal, String in) {
    this(terminal, in, prompt -> null);
  }

  /** Makes a console with somebody who knows secrets. */
  public Screen(Terminal terminal, String in, Console.SecretReader secrets) {
    this(terminal, "", in, secrets);
  }

  /**
   * Makes a console with somebody who types.
   *
   * @param ahead the text that is there from the beginning
   * @param in the text that is typed when a program reads
   */
  public Screen(Terminal terminal, String ahead, String in, Console.SecretReader secrets) {
    int later = terminal.in() ? in.getBytes(StandardCharsets.UTF_8).length : 0;
    console = new Console(new Typist(ahead + in, later), out, err, terminal, secrets);
  }

  private static final class Typist extends ByteArrayInputStream {
    private final int later;

    Typist(String text, int later) {
      super(text.getBytes(StandardCharsets.UTF_8));
      this.later = later;
    }

    @Override
    public synchronized int available() {
      return Math.max(0, super.available() - later);
    }
  }

  /** Makes a console as a script has it. */
  public static Screen ofScript() {
    return new Screen(Terminal.NONE, "");
  }

  /** Makes a terminal. */
  public static Screen ofTerminal(int columns, boolean colour) {
    return new Screen(new Terminal(true, true, true, columns, 24, colour), "");
  }

  /** Returns the console. */
  public Console console() {
    return console;
  }

  /** Returns what was written to standard output. */
  public String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Returns what was written to standard error. */
  public String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
