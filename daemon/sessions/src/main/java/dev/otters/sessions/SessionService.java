package dev.otters.sessions;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.api.session.EventType;
import dev.otters.api.session.MessageFile;
import dev.otters.api.session.UsageGroup;
import dev.otters.api.session.UsageReport;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.models.gateway.RequestBody;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.scratch.ContextIds;
import dev.otters.resources.scratch.ScratchText;
import dev.otters.sessions.conversation.NewMessage;
import dev.otters.sessions.conversation.Scratchpads;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.ActivationState;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.EventLog.Draft;
import dev.otters.sessions.log.EventLog.Place;
import dev.otters.sessions.log.FileRows;
import dev.otters.sessions.log.Follower;
import dev.otters.sessions.log.OwnSandboxes;
import dev.otters.sessions.log.SessionEvent;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionPlace;
import dev.otters.sessions.log.SessionView;
import dev.otters.sessions.schema.AnswerSchema;
import dev.otters.sessions.wake.WakePriority;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Sessions as users see them: write, read, follow, interrupt. The caller checks that the agent
 * exists.
 */
public final class SessionService {
  /** The longest message, in characters. */
  public static final int MAX_TEXT = 1024 * 1024;

  private static final int PAGE = 200;

  private static final Pattern EVENT_ID = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

  private final Ledger ledger;
  private final Settlement settlement;
  private final Leasing leasing;
  private final AgentDirectory directory;
  private final SessionExpiry expiry;
  private volatile Predicate<String> takesFiles = model -> true;

  SessionService(
      Ledger ledger,
      Settlement settlement,
      Leasing leasing,
      AgentDirectory directory,
      SessionExpiry expiry) {
    this.ledger = ledger;
    this.settlement = settlement;
    this.leasing = leasing;
    this.directory = directory;
    this.expiry = expiry;
  }

  /** Sets which models take images and PDFs. All take them before. */
  public void takesFiles(Predicate<String> wanted) {
    takesFiles = wanted;
  }

  /** Stores a user's message whose answer may be any text. */
  public long appendUserMessage(
      UUID agent, SessionId session, String eventId, String text, Consumer<Tx> admission) {
    NewMessage message =
        new NewMessage(eventId, text, List.of(), Optional.empty(), Optional.empty());
    return append(agent, session, message, admission);
  }

  /**
   * Stores a user's message and, unless a turn is under way, makes it available to the runtime.
   * Creates the session if it does not exist. Repeating a message with the same id changes nothing.
   * Known secrets in the text and in the schema are hidden before.
   *
   * @param admission checks within the transaction that the agent accepts messages, and throws if
   *     not
   * @return the number of the message's event
   * @throws SessionException with {@code INVALID}, {@code FILE}, {@code CONFLICT}, {@code EXPIRED},
   *     or {@code OTHER_GRANTS} if the session has others
   */
  public long append(UUID agent, SessionId session, NewMessage wanted, Consumer<Tx> admission) {
    Optional<String> schema = wanted.schema();
    if (!EVENT_ID.matcher(wanted.eventId()).matches()) {
      throw SessionException.invalid(
          "an event id must be 1 to 128 letters, digits, dots, underscores, colons or dashes");
    }
    if (wanted.text().isBlank() || wanted.text().length() > MAX_TEXT) {
      throw SessionException.invalid(
          "a message must have 1 to " + MAX_TEXT + " characters and must not be blank");
    }
    ProgramRequests.requireOther(session);
    schema.ifPresent(AnswerSchema::check);
    List<SentFile> sent = SentFile.of(wanted.files());
    List<MessageFile> about = sent.stream().map(SentFile::file).toList();
    if (!about.stream().allMatch(MessageFile::isText)) {
      directory.turn(agent).map(turn -> turn.settings().model()).ifPresent(this::requireFiles);
    }
    UnaryOperator<String> redactor = directory.redactor(agent);
    String shown = redactor.apply(wanted.text());
    Map<String, Object> body = new HashMap<>(Map.of("text", shown));
    schema.ifPresent(it -> body.put("schema", Bodies.hidden(Bodies.read(it), redactor)));
    if (!sent.isEmpty()) {
      body.put("files", about);
    }
    ContextIds usualPads = directory.contextIds(agent);
    Grants usual = wanted.grants().orElseGet(() -> directory.grants(agent));
    OwnSandboxes.Rule rule = directory.separates(agent);
    expiry.catchUp();
    UUID sandbox = ledger.database().read(rows -> OwnSandboxes.of(rows, agent, session));
    return leasing.add(
        sandbox,
        (tx, ready) -> {
          admission.accept(tx);
          long key = ledger.sessions().keyOrCreate(tx, agent, session, shown, usual, rule);
          wanted.grants().ifPresent(it -> ledger.sessions().requireGrants(tx, key, it));
          ContextIds ids = contextIds(tx, key, wanted, usualPads);
          String pads = redactor.apply(ScratchText.of(tx, ids));
          Place place =
              ledger.log().append(tx, key, message(wanted.eventId(), body, ids, about, pads));
          if (place.fresh()) {
            ledger.sessions().requireLive(tx, key);
            Scratchpads.put(tx, key, place.seq(), pads);
            sent.forEach(
                file -> FileRows.put(tx, key, file.file().sha256(), file.content().data()));
            arouse(tx, agent, key, sandbox, ready);
          }
          return place.seq();
        });
  }

  /** Returns the scratchpads of a message. One that is repeated keeps those that it had. */
  private ContextIds contextIds(Tx tx, long session, NewMessage wanted, ContextIds usual) {
    return wanted
        .contextIds()
        .or(() -> ledger.log().body(tx, session, wanted.eventId()).map(Scratchpads::of))
        .orElse(usual);
  }

  private static Draft message(
      String id, Map<String, Object> body, ContextIds ids, List<MessageFile> files, String pads) {
    Map<String, Object> whole = new HashMap<>(body);
    if (!ids.isEmpty()) {
      whole.put(Scratchpads.MEMBER, ids.texts());
    }
    long attached =
        files.stream().mapToLong(MessageFile::weight).sum() + pads.getBytes(UTF_8).length;
    return new Draft(
        Optional.of(id),
        EventType.USER_MESSAGE,
        Optional.empty(),
        Bodies.of(whole),
        attached,
        Optional.empty());
  }

  private void requireFiles(String model) {
    if (!takesFiles.test(model)) {
      throw SessionException.file("the model " + model + " takes no images and no PDF files");
    }
  }

  /**
   * Begins a turn, or wakes what has one to begin.
   *
   * @param known the sandbox of the session before the transaction, which {@code ready} wakes
   */
  private void arouse(Tx tx, UUID agent, long session, UUID known, Consumer<Tx> ready) {
    Optional<ActivationRow> open = ledger.activations().open(tx, session);
    if (open.isEmpty()) {
      UUID sandbox = ledger.activations().create(tx, session, agent, WakePriority.MESSAGE);
      (sandbox.equals(known) ? ready : (Consumer<Tx>) it -> ledger.wake(it, sandbox)).accept(tx);
    } else if (open.get().state() == ActivationState.BLOCKED) {
      settlement.rearm(tx, open.get(), "a new message arrived");
    } else if (open.get().state() == ActivationState.READY) {
      ledger.activations().rank(tx, open.get(), WakePriority.MESSAGE);
      ledger.wake(tx, open.get().sandbox());
    }
  }

  /**
   * Returns sessions, most recently used first.
   *
   * @param agent empty for the sessions of all agents
   * @param beginning how their ids begin; empty for any
   * @param after the place after which the list begins
   */
  public List<SessionView> list(
      Optional<UUID> agent, String beginning, SessionPlace after, int limit) {
    return ledger
        .database()
        .readLong(rows -> ledger.sessions().list(rows, agent, beginning, after, limit));
  }

  /** Returns whether a turn of the agent runs. */
  public boolean anyRuns(UUID agent) {
    return ledger.database().read(rows -> ledger.sessions().anyRuns(rows, agent));
  }

  /**
   * Returns the id of the session that a user names: by its id, by its name, or by a unique
   * beginning of a generated id. All other methods take an id or a whole name.
   *
   * @return the given text if there is no such session
   * @throws SessionException with {@code AMBIGUOUS}
   */
  public SessionId named(UUID agent, SessionId name) {
    return ledger.database().read(rows -> ledger.sessions().named(rows, agent, name));
  }

  /**
   * Gives a session a name, which is usable wherever its id is. Its own id takes the name away.
   *
   * @return the session's id
   * @throws SessionException with {@code NOT_FOUND}, {@code NAME_TAKEN} or {@code INVALID}
   */
  public SessionId rename(UUID agent, SessionId session, SessionId name) {
    if (!name.equals(session)) {
      ProgramRequests.requireOther(name);
    }
    return ledger
        .database()
        .add(
            tx -> {
              long key = ledger.key(tx, agent, session);
              ledger.sessions().rename(tx, agent, key, name);
              return ledger.sessions().id(tx, key);
            });
  }

  /** Returns a session, or empty if the agent has none with this id or name. */
  public Optional<SessionView> find(UUID agent, SessionId session) {
    return ledger.database().read(rows -> ledger.sessions().view(rows, agent, session));
  }

  /** Returns the grants of a session; empty if there is none. */
  public Optional<Grants> grants(Rows rows, UUID agent, SessionId session) {
    return ledger
        .sessions()
        .key(rows, agent, session)
        .map(key -> ledger.sessions().grants(rows, key));
  }

  /**
   * Takes grants from a session: those at or below some paths. Its descendants lose what it lacks
   * then. Their next turns start without them; a turn that runs keeps what it started with.
   *
   * @return the grants that are left
   * @throws SessionException with {@code NOT_FOUND}, or {@code INVALID} if it has no such grant
   */
  public Grants revoke(UUID agent, SessionId session, Grants gone) {
    return ledger
        .database()
        .write(
            tx -> {
              long key = ledger.key(tx, agent, session);
              try {
                Grants left = ledger.sessions().grants(tx, key).without(gone);
                ledger
                    .lineage(directory)
                    .narrow(tx, key, left)
                    .forEach(changed -> settlement.separate(tx, changed));
                return left;
              } catch (IllegalArgumentException e) {
                throw SessionException.invalid(String.valueOf(e.getMessage()));
              }
            });
  }

  /**
   * Returns a page of the log, oldest first.
   *
   * @param after the number of the last known event, or 0
   * @throws SessionException with {@code NOT_FOUND}
   */
  public List<SessionEvent> events(UUID agent, SessionId session, long after, int limit) {
    return ledger
        .database()
        .read(
            rows ->
                ledger
                    .log()
                    .between(rows, ledger.key(rows, agent, session), after, Long.MAX_VALUE, limit));
  }

  /**
   * Returns a file that came with a message.
   *
   * @param sha256 its SHA-256 in hex
   * @throws SessionException with {@code NOT_FOUND}
   */
  public RequestBody.Files file(UUID agent, SessionId session, String sha256) {
    return ledger
        .database()
        .read(
            rows -> {
              long key = ledger.key(rows, agent, session);
              if (!FileRows.has(rows, key, sha256)) {
                throw SessionException.noFile(sha256);
              }
              return ledger.files(key);
            });
  }

  /**
   * Follows a session. The caller closes the follower.
   *
   * @param after the number of the last known event, or 0
   * @throws SessionException with {@code NOT_FOUND}
   */
  public Follower follow(UUID agent, SessionId session, long after) {
    long key = ledger.database().read(rows -> ledger.key(rows, agent, session));
    return ledger
        .streams()
        .follow(
            key,
            after,
            (from, upTo) ->
                ledger.database().read(rows -> ledger.log().between(rows, key, from, upTo, PAGE)),
            () -> ledger.database().read(rows -> ledger.sessions().lastSeq(rows, key)));
  }

  /** Returns what a message of a session waits for; empty if none waits, or not for long. */
  public Optional<String> waiting(UUID agent, SessionId session) {
    TurnQueue queue = new TurnQueue(ledger, leasing, directory);
    return ledger
        .database()
        .read(
            rows ->
                ledger
                    .sessions()
                    .key(rows, agent, session)
                    .flatMap(key -> queue.note(rows, agent, key)));
  }

  /**
   * Stops the running turn, or gives up one that waits for its next attempt. Text said so far is
   * kept; unclaimed messages stay pending.
   *
   * @throws SessionException with {@code NOT_FOUND}
   */
  public void interrupt(UUID agent, SessionId session) {
    ledger
        .database()
        .update(
            tx ->
                ledger
                    .activations()
                    .open(tx, ledger.key(tx, agent, session))
                    .ifPresent(turn -> settlement.interrupt(tx, turn)));
  }

  /**
   * Stops the turn of a session, as {@link #interrupt} does, for a message that is about to be
   * stored. Does nothing if the session or the turn does not exist, or if the message is stored.
   *
   * @param eventId the id of the message
   */
  public void interruptFor(Tx tx, UUID agent, SessionId session, String eventId) {
    ledger
        .sessions()
        .key(tx, agent, session)
        .filter(key -> ledger.log().body(tx, key, eventId).isEmpty())
        .flatMap(key -> ledger.activations().open(tx, key))
        .ifPresent(turn -> settlement.interrupt(tx, turn));
  }

  /**
   * Returns what agents used, also those that were removed, in groups of which at most 1,000 are
   * listed.
   *
   * @param since the start of the period
   * @param agent the name or id of the only agent; empty for all
   */
  public UsageReport usage(UsageGroup group, Instant since, Optional<String> agent) {
    List<String> warnings = ledger.prices().problem().stream().map(SessionService::last).toList();
    return ledger.database().readLong(rows -> Spent.report(rows, group, since, agent, warnings));
  }

  private static String last(String problem) {
    return problem + ". Until the file is correct, its last valid prices apply.";
  }
}
