package dev.otters.cli.console;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The only door to the standard streams. Every write is seen at once; what cannot be written is
 * remembered, and ends no command in its middle.
 */
public final class Console {
  private final InputStream in;
  private final OutputStream bytes;
  private final Outlet results;
  private final PrintStream out;
  private final PrintStream err;
  private final Terminal terminal;
  private final SecretReader secrets;

  /** Asks for a line that is not shown while it is typed. */
  @FunctionalInterface
  public interface SecretReader {
    /** Returns the line without its end, null when there is nobody to ask. */
    @Nullable String read(String prompt);
  }

  /** Connects a console to streams, which it never closes. */
  public Console(InputStream in, OutputStream out, OutputStream err, Terminal terminal) {
    this(in, out, err, terminal, _ -> null);
  }

  /** Connects a console to streams, which it never closes, and to somebody who knows secrets. */
  public Console(
      InputStream in, OutputStream out, OutputStream err, Terminal terminal, SecretReader secrets) {
    this.secrets = secrets;
    this.in = in;
    this.bytes = out;
    this.results = new Outlet(out);
    this.out = new PrintStream(results, true, StandardCharsets.UTF_8);
    this.err = new PrintStream(err, true, StandardCharsets.UTF_8);
    this.terminal = terminal;
  }

  /** Connects a console to this process's own streams. */
  public static Console system(Terminal terminal) {
    return new Console(
        System.in,
        new FileOutputStream(FileDescriptor.out),
        new FileOutputStream(FileDescriptor.err),
        terminal,
        Console::ask);
  }

  private static @Nullable String ask(String prompt) {
    return Optional.ofNullable(System.console())
        .filter(java.io.Console::isTerminal)
        .map(screen -> screen.readPassword("%s", prompt))
        .map(String::new)
        .orElse(null);
  }

  /**
   * Asks for a line that is not shown while it is typed; empty when standard input or output is no
   * terminal.
   */
  public Optional<String> secret(String prompt) {
    boolean person = terminal.in() && terminal.out();
    return person ? Optional.ofNullable(secrets.read(prompt)) : Optional.empty();
  }

  /** Returns what the streams are connected to. */
  public Terminal terminal() {
    return terminal;
  }

  /** Returns standard input. */
  public InputStream in() {
    return in;
  }

  /** Returns standard output for bytes; here a closed pipe is an error. */
  public OutputStream bytes() {
    return bytes;
  }

  /** Asks for a line that is shown while it is typed; empty when there is nobody to ask. */
  public Optional<String> question(String text) throws IOException {
    if (!terminal.in() || !terminal.err()) {
      return Optional.empty();
    }
    noteText(text);
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      line.write(b);
    }
    return Optional.of(line.toString(StandardCharsets.UTF_8).strip());
  }

  /** Returns whether results reach nobody any more: the reader has gone, or the disk is full. */
  public boolean isDeaf() {
    return results.failure() != null;
  }

  /**
   * Returns why results are not where they should be; empty also when their reader closed the pipe,
   * as {@code head} does when it has enough.
   */
  public Optional<String> loss() {
    return Optional.ofNullable(results.failure())
        .filter(failure -> !Outlet.isClosedPipe(failure))
        .map(failure -> Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
  }

  /** Writes a line of result. */
  public void line(String text) {
    out.print(text + "\n");
    out.flush();
  }

  /** Writes a piece of result without ending the line. */
  public void text(String text) {
    out.print(text);
    out.flush();
  }

  /** Writes a line that is not part of the result. */
  public void note(String text) {
    err.print(text + "\n");
    err.flush();
  }

  /** Writes a piece of what is not part of the result without ending the line. */
  public void noteText(String text) {
    err.print(text);
    err.flush();
  }

  /** Ends the line in which a terminal shows an interrupt. */
  public void interrupted() {
    if (terminal.err()) {
      note("\r^C");
    }
  }

  /** Returns text for {@link #note}, with a look when standard error shows looks. */
  public String styled(Style style, String text) {
    return terminal.colour() && terminal.err() ? style.apply(text) : text;
  }

  /** Returns text for {@link #line}, with a look when standard output shows looks. */
  public String styledResult(Style style, String text) {
    return terminal.colour() && terminal.out() ? style.apply(text) : text;
  }

  /** Writes a line of result under a label; on a screen that is narrower it goes on below. */
  public void fact(String label, String text) {
    int width = terminal.out() ? terminal.columns() - label.length() : 0;
    String indent = " ".repeat(label.length());
    List<String> lines = Wrap.lines(harmless(text), width);
    line((label + lines.getFirst()).stripTrailing());
    lines.stream().skip(1).forEach(more -> line(indent + more));
  }

  /**
   * Returns text in which nothing can command a terminal: control characters but line feed and tab
   * become {@code ·}.
   */
  public static String harmless(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.codePoints().forEach(c -> safe.appendCodePoint(commands(c) ? '·' : c));
    return safe.toString();
  }

  private static boolean commands(int c) {
    boolean control = Character.getType(c) == Character.CONTROL && c != '\n' && c != '\t';
    boolean reorders = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    return control || reorders;
  }
}
