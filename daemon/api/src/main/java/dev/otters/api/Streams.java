package dev.otters.api;

import dev.otters.api.agent.AgentEvent;
import dev.otters.api.agent.LogLine;
import dev.otters.api.session.SessionEvent;
import dev.otters.api.session.TextChunk;

/**
 * The names of server-sent events.
 *
 * <p>Long work (build, pull, run, start) sends {@link #PROGRESS} events and ends with one {@link
 * #RESULT} or one {@link #ERROR} (a {@link Problem}). A log sends {@link #LINE} events ({@link
 * LogLine}), and the list of what happens to agents {@link #AGENT} events ({@link AgentEvent}). A
 * session sends each durable event as {@link #EVENT} ({@link SessionEvent}), whose SSE id is its
 * seq, and between them {@link #DELTA}, {@link #SNAPSHOT}, {@link #NOTE}, {@link #WAITING} and
 * {@link #RESTARTED} without an id. A {@code Last-Event-ID} header (or {@code after=}) resumes a
 * session's stream after that seq. Any stream may send comments to keep the connection open.
 */
public final class Streams {
  /** Carries a {@link Progress}. */
  public static final String PROGRESS = "progress";

  /** Ends long work; carries its result. */
  public static final String RESULT = "result";

  /** Ends long work or a stream; carries a {@link Problem}. */
  public static final String ERROR = "error";

  /** Carries a {@link LogLine}. */
  public static final String LINE = "line";

  /** Carries an {@link AgentEvent}. */
  public static final String AGENT = "agent";

  /** Carries a durable {@link SessionEvent}. */
  public static final String EVENT = "event";

  /** Carries a {@link TextChunk}: the next piece of the running answer. */
  public static final String DELTA = "delta";

  /** Carries a {@link TextChunk}: the running answer so far, for a follower that joins late. */
  public static final String SNAPSHOT = "turn.snapshot";

  /** Restarts the answer: the text so far is void. Carries an empty object. */
  public static final String RESTARTED = "turn.restarted";

  /** Carries a {@link TextChunk}: a note about the running turn, such as what it waits for. */
  public static final String NOTE = "turn.note";

  /** Carries a {@link TextChunk}: what a message waits for before its turn starts. */
  public static final String WAITING = "turn.waiting";

  private Streams() {}
}
