package dev.otters.sessions.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.api.Json;
import dev.otters.api.session.TurnOutcome;
import dev.otters.home.PrivateFiles;
import dev.otters.home.store.Database;
import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.conversation.TurnSettings;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.EventLog;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a line of JSON for each finished turn to a file, to be followed with {@code tail -f}. A
 * failure or a delay loses lines, and harms no turn.
 */
public final class PromptLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PromptLog.class);
  private static final int MOST_WAITING = 1000;
  private static final int LONGEST_TEXT = 4000;
  private static final int LONGEST_LINE = 1 << 17;
  private static final int LAST_SECONDS = 2;
  private static final Set<StandardOpenOption> APPEND =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);

  private final Database database;
  private final Traces traces;
  private final Path file;
  private final long most;
  private final ThreadPoolExecutor writer =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MOST_WAITING),
          Thread.ofPlatform().daemon().name("prompt-log").factory(),
          new ThreadPoolExecutor.DiscardPolicy());
  private boolean failing;

  /** Whether the file may end in the middle of a line, after a failure or a kill. */
  private boolean torn = true;

  /**
   * Creates a log.
   *
   * @param file the file; the one before it has {@code .1} at its end
   * @param most the size in bytes at which a new file begins
   */
  PromptLog(Database database, Traces traces, Path file, long most) {
    this.database = database;
    this.traces = traces;
    this.file = file;
    this.most = most;
  }

  /** A finished turn as a line shows it. Texts are null if the policy stores none. */
  record Line(
      Instant at,
      String agent,
      String session,
      String turn,
      String outcome,
      String model,
      long inputTokens,
      long outputTokens,
      @Nullable String prompt,
      @Nullable String answer) {}

  /** Writes the line of a turn soon. */
  void finished(String activation, TurnOutcome outcome, Instant at) {
    writer.execute(() -> write(activation, outcome, at));
  }

  private void write(String activation, TurnOutcome outcome, Instant at) {
    try {
      Optional<Line> line =
          database
              .read(rows -> line(rows, activation, outcome, at))
              .map(Supplier::get)
              .filter(it -> !it.outcome().isEmpty());
      if (line.isPresent()) {
        append(Json.write(line.get()) + "\n");
      }
      failing = false;
    } catch (IOException | RuntimeException e) {
      torn = true;
      if (!failing) {
        LOG.atWarn().addKeyValue("file", file).setCause(e).log("Cannot write the prompt log");
      }
      failing = true;
    }
  }

  private void append(String line) throws IOException {
    byte[] bytes = line.getBytes(UTF_8);
    boolean regular = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    if (torn && regular) {
      cutTornLine();
    }
    torn = false;
    if (regular && Files.size(file) + bytes.length > most) {
      Path before = file.resolveSibling(file.getFileName() + ".1");
      Files.move(file, before, StandardCopyOption.REPLACE_EXISTING);
    }
    try (SeekableByteChannel channel =
        Files.newByteChannel(file, APPEND, PrivateFiles.fileMode())) {
      ByteBuffer rest = ByteBuffer.wrap(bytes);
      while (rest.hasRemaining()) {
        int unused = channel.write(rest);
      }
    }
  }

  /** Cuts the file after its last whole line. */
  private void cutTornLine() throws IOException {
    try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
      long end = content.length();
      byte[] last = new byte[(int) Math.min(end, LONGEST_LINE)];
      content.seek(end - last.length);
      content.readFully(last);
      int whole = last.length;
      while (whole > 0 && last[whole - 1] != '\n') {
        whole--;
      }
      if (whole < last.length) {
        content.setLength(end - last.length + whole);
      }
    }
  }

  /** Reads what a line needs. To hide secrets, the line itself reads the database too. */
  private Optional<Supplier<Line>> line(
      Rows rows, String activation, TurnOutcome outcome, Instant at) {
    return rows.first(
        "SELECT a.agent, a.session, a.context, s.id, (SELECT min(seq) FROM events e INDEXED BY"
            + " events_messages WHERE e.activation = a.id AND e."
            + EventLog.BEGINS
            + ") AS first, (SELECT coalesce(sum(input_tokens), 0) FROM ledger l WHERE l.activation"
            + " = a.id) AS input, (SELECT coalesce(sum(output_tokens), 0) FROM ledger l WHERE"
            + " l.activation = a.id) AS output FROM activations a JOIN sessions s ON s.key ="
            + " a.session WHERE a.id = ? AND a.context IS NOT NULL",
        row -> line(rows, row, activation, outcome, at),
        activation);
  }

  private Supplier<Line> line(
      Rows rows, Row row, String activation, TurnOutcome outcome, Instant at) {
    TurnSettings settings = Contexts.settings(rows, row.text("context"));
    TracePolicy policy = traces.policy(settings);
    UUID agent = row.uuid("agent");
    boolean texts = policy.compareTo(TracePolicy.SIZES) < 0;
    long session = row.number("session");
    long first = row.maybeNumber("first").orElse(0);
    String prompt = text(rows, session, first, activation, EventLog.BEGINS, "ASC");
    String answer = text(rows, session, first, activation, "type = 'agent.message'", "DESC");
    String id = row.text("id");
    long input = row.number("input");
    long output = row.number("output");
    return () -> {
      UnaryOperator<String> shown = traces.shown(policy, agent);
      return new Line(
          at,
          agent.toString(),
          id,
          activation,
          policy == TracePolicy.OFF ? "" : outcome.toString(),
          settings.model(),
          input,
          output,
          texts ? cut(shown, prompt) : null,
          texts ? cut(shown, answer) : null);
    };
  }

  private static String text(
      Rows rows, long session, long first, String activation, String which, String order) {
    return rows.first(
            "SELECT body FROM events WHERE session = ? AND seq >= ? AND activation = ? AND "
                + which
                + " ORDER BY seq "
                + order
                + " LIMIT 1",
            row -> Bodies.read(row.text("body")).path("text").asString(""),
            session,
            first,
            activation)
        .orElse("");
  }

  private static String cut(UnaryOperator<String> shown, String text) {
    String clean = shown.apply(text);
    return clean.length() <= LONGEST_TEXT ? clean : clean.substring(0, LONGEST_TEXT) + "…";
  }

  /** Writes the lines that wait, unless that takes too long. */
  @Override
  public void close() {
    writer.shutdown();
    try {
      boolean unused = writer.awaitTermination(LAST_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
