package dev.otters.sessions.custom;

import dev.otters.api.Json;
import dev.otters.api.session.BudgetRequest;
import dev.otters.api.session.NewSession;
import dev.otters.home.text.Sha256;
import dev.otters.models.chat.ToolSchema;
import dev.otters.resources.grant.Grants;
import dev.otters.sessions.budget.Unit;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionRows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A session as it is wanted.
 *
 * @param request the id of the request, which creates one session
 * @param hash the SHA-256 of the request, which a repetition has, too
 * @param title empty for the beginning of the first message
 * @param tokens the limit in tokens; empty for the usual one
 * @param nanos the limit in nanodollars; empty for the usual one
 * @param tools the tools that the client runs
 * @param expires when the session ends; empty for never
 * @param grants empty for the usual ones of the agent
 */
public record SessionPlan(
    String request,
    String hash,
    SessionId id,
    String title,
    Map<String, String> labels,
    Optional<Long> tokens,
    Optional<Long> nanos,
    List<ToolSchema> tools,
    Optional<Instant> expires,
    Optional<Grants> grants) {
  /** The limit on labels of a session. */
  static final int MOST_LABELS = 64;

  /** The limit on the value of a label in characters. */
  static final int MAX_VALUE = 256;

  /** The longest time until a session expires. */
  private static final Duration LONGEST_LIFE = Duration.ofDays(3650);

  private static final BudgetRequest USUAL = new BudgetRequest(null, null);
  private static final Pattern REQUEST = Pattern.compile("[A-Za-z0-9._:-]{1,128}");
  private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]{0,127}");

  /**
   * Reads a request.
   *
   * @param taken the names of the agent's own tools
   * @param now the time from which {@code expiresInSeconds} counts
   * @throws SessionException with {@code INVALID}, which names all that is wrong
   */
  public static SessionPlan of(NewSession wanted, Set<String> taken, Instant now) {
    List<String> wrong = new ArrayList<>();
    String request = text(wanted.id());
    if (!REQUEST.matcher(request).matches()) {
      wrong.add(
          "the id of the request must be 1 to 128 letters, digits, dots, underscores, colons or"
              + " dashes");
    }
    Optional<SessionId> id = id(wanted, wrong);
    String title = text(wanted.title()).strip();
    if (title.length() > SessionRows.LONGEST_TITLE || title.contains("\n")) {
      wrong.add(
          "the title must be one line of at most " + SessionRows.LONGEST_TITLE + " characters");
    }
    checkLabels(wanted.labels(), wrong);
    BudgetRequest budget = Objects.requireNonNullElse(wanted.budget(), USUAL);
    Optional<Long> tokens = limit(budget.tokens(), Unit.TOKENS, wrong);
    Optional<Long> nanos = limit(budget.cost(), Unit.COST, wrong);
    wrong.addAll(ClientTools.complaints(wanted.tools(), taken));
    Optional<Instant> expires = expires(wanted, now, wrong);
    Optional<Grants> grants = grants(wanted, wrong);
    if (!wrong.isEmpty()) {
      throw SessionException.invalid("the session cannot be created: " + String.join("; ", wrong));
    }
    return new SessionPlan(
        request,
        Sha256.of(Bodies.canonical(Json.write(wanted))),
        id.orElseThrow(),
        title,
        new TreeMap<>(wanted.labels()),
        tokens,
        nanos,
        ClientTools.schemas(wanted.tools()),
        expires,
        grants);
  }

  /** Returns the plan without the secrets in its texts. */
  public SessionPlan redacted(UnaryOperator<String> redactor) {
    Map<String, String> shown = new TreeMap<>();
    labels.forEach((key, value) -> shown.put(key, redactor.apply(value)));
    return new SessionPlan(
        request,
        hash,
        id,
        redactor.apply(title),
        shown,
        tokens,
        nanos,
        tools.stream().map(tool -> ClientTools.redacted(tool, redactor)).toList(),
        expires,
        grants);
  }

  private static Optional<Instant> expires(NewSession wanted, Instant now, List<String> wrong) {
    Instant at = wanted.expiresAt();
    Long seconds = wanted.expiresInSeconds();
    if (at != null && seconds != null) {
      wrong.add("it has both expiresAt and expiresInSeconds");
    } else if (seconds != null && (seconds < 1 || seconds > LONGEST_LIFE.toSeconds())) {
      wrong.add("expiresInSeconds must be a number from 1 to " + LONGEST_LIFE.toSeconds());
    } else if (at != null && at.isAfter(now.plus(LONGEST_LIFE))) {
      wrong.add("expiresAt must be within " + LONGEST_LIFE.toDays() + " days");
    } else {
      return Optional.ofNullable(at).or(() -> Optional.ofNullable(seconds).map(now::plusSeconds));
    }
    return Optional.empty();
  }

  private static Optional<Grants> grants(NewSession wanted, List<String> wrong) {
    try {
      return Optional.ofNullable(wanted.grants()).map(Grants::of);
    } catch (IllegalArgumentException e) {
      wrong.add(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private static String text(@Nullable String member) {
    return Objects.requireNonNullElse(member, "");
  }

  private static Optional<SessionId> id(NewSession wanted, List<String> wrong) {
    try {
      String given = wanted.session();
      return Optional.of(new SessionId(given == null ? "api:" + UUID.randomUUID() : given));
    } catch (SessionException e) {
      wrong.add(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private static void checkLabels(Map<String, String> labels, List<String> wrong) {
    if (labels.size() > MOST_LABELS) {
      wrong.add("it has more than " + MOST_LABELS + " labels");
      return;
    }
    labels.forEach(
        (key, value) -> {
          if (!LABEL.matcher(key).matches()) {
            wrong.add(
                "the key of a label must be 1 to 128 letters, digits, '.', '_', '/' or '-', and"
                    + " start with a letter or digit");
          } else if (value.length() > MAX_VALUE) {
            wrong.add("the label " + key + " has more than " + MAX_VALUE + " characters");
          }
        });
  }

  private static Optional<Long> limit(@Nullable String text, Unit unit, List<String> wrong) {
    try {
      return Optional.ofNullable(text).map(unit::read);
    } catch (IllegalArgumentException _) {
      wrong.add("the budget of " + unit + " must be " + unit.expected());
      return Optional.empty();
    }
  }
}
