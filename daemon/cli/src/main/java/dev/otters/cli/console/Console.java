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
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The standard streams; nothing else writes to them. Every write is flushed. A failed write is
 * remembered and does not abort the command.
 */
public final class Console {
  private static final int LONGEST_LINE = 900_000;

  private final InputStream in;
  private final OutputStream bytes;
  private final ResultStream results;
  private final PrintStream out;
  private final PrintStream err;
  private final Terminal terminal;
  private final SecretReader secrets;

  /** Reads a line without echo. */
  @FunctionalInterface
  public interface SecretReader {
    /** Returns the line without its end, null when there is no terminal. */
    @Nullable String read(String prompt);
  }

  /** Connects a console to streams, which it never closes. */
  public Console(InputStream in, OutputStream out, OutputStream err, Terminal terminal) {
    this(in, out, err, terminal, _ -> null);
  }

  /** Connects a console to streams, which it never closes, and to a source of secrets. */
  public Console(
      InputStream in, OutputStream out, OutputStream err, Terminal terminal, SecretReader secrets) {
    this.secrets = secrets;
    this.in = in;
    this.bytes = out;
    this.results = new ResultStream(out);
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

  /** Reads a line without echo; empty when standard input or output is not a terminal. */
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

  /** Returns standard output for bytes; writing to a closed pipe fails. */
  public OutputStream bytes() {
    return bytes;
  }

  /** Returns standard error for bytes. */
  public OutputStream errorBytes() {
    return err;
  }

  /** Reads a line with echo; empty when there is no terminal. */
  public Optional<String> question(String text) throws IOException {
    if (!terminal.in() || !terminal.err()) {
      return Optional.empty();
    }
    return Optional.of(nextLine(text).orElse(""));
  }

  /**
   * Reads a line, without spaces around it. Shows a text before it if a person types.
   *
   * @return empty at the end of the input
   */
  public Optional<String> nextLine(String text) throws IOException {
    if (terminal.in() && terminal.err()) {
      noteText(text);
    }
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int b = in.read();
    boolean ended = b < 0;
    for (; b >= 0 && b != '\n'; b = in.read()) {
      line.write(b);
      if (line.size() > LONGEST_LINE) {
        throw new IOException("a line is longer than " + Sizes.of(LONGEST_LINE));
      }
    }
    return ended ? Optional.empty() : Optional.of(line.toString(StandardCharsets.UTF_8).strip());
  }

  /**
   * Discards what a person typed before now, so that it does not answer the next question.
   *
   * @throws IOException if standard input fails
   */
  public void discardTyped() throws IOException {
    for (int typed = in.available(); typed > 0; typed = in.available()) {
      in.skipNBytes(typed);
    }
  }

  /** Asks a question at a terminal; any answer but {@code y} or {@code yes} means no. */
  public boolean agrees(String text) throws IOException {
    return question(text)
        .filter(answer -> answer.toLowerCase(Locale.ROOT).matches("y|yes"))
        .isPresent();
  }

  /** Returns whether standard output has failed: the reader is gone, or the disk is full. */
  public boolean isDeaf() {
    return results.failure() != null;
  }

  /**
   * Returns why the result could not be written. A closed pipe is no failure: {@code head} closes
   * it when it has enough.
   */
  public Optional<String> loss() {
    return Optional.ofNullable(results.failure())
        .filter(failure -> !ResultStream.isClosedPipe(failure))
        .map(failure -> Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
  }

  /** Writes a line of the result. */
  public void line(String text) {
    out.print(text + "\n");
    out.flush();
  }

  /** Writes a piece of the result without a line end. */
  public void text(String text) {
    out.print(text);
    out.flush();
  }

  /** Writes a line to standard error. */
  public void note(String text) {
    err.print(text + "\n");
    err.flush();
  }

  /** Writes a warning to standard error. */
  public void warn(String text) {
    note(styled(Style.YELLOW, "warning: ") + harmless(text));
  }

  /** Writes text to standard error without a line end. */
  public void noteText(String text) {
    err.print(text);
    err.flush();
  }

  /** Ends the line where a terminal shows an interrupt. */
  public void interrupted() {
    if (terminal.err()) {
      note("\r^C");
    }
  }

  /** Returns text for {@link #note}, styled when standard error supports colours. */
  public String styled(Style style, String text) {
    return terminal.colour() && terminal.err() ? style.apply(text) : text;
  }

  /** Returns text for {@link #line}, styled when standard output supports colours. */
  public String styledResult(Style style, String text) {
    return terminal.colour() && terminal.out() ? style.apply(text) : text;
  }

  /** Writes a labelled line of the result, wrapped to the screen. */
  public void fact(String label, String text) {
    int width = terminal.out() ? terminal.columns() - label.length() : 0;
    String indent = " ".repeat(label.length());
    List<String> lines = Wrap.lines(harmless(text), width);
    line((label + lines.getFirst()).stripTrailing());
    lines.stream().skip(1).forEach(more -> line(indent + more));
  }

  /**
   * Writes a text as one line of the result, cut to the screen.
   *
   * @param uncut whether to write all of it
   */
  public void oneLine(String text, boolean uncut) {
    String whole = harmless(text).replace('\n', ' ').replace('\t', ' ').stripTrailing();
    int columns = terminal.out() && !uncut ? terminal.columns() : 0;
    boolean fits = columns == 0 || Columns.of(whole) <= columns;
    line(fits ? whole : Columns.first(whole, columns - 1) + "…");
  }

  /**
   * Returns text that is safe for a terminal: control characters other than line feed and tab
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
