package dev.otters.home.token;

import dev.otters.home.store.Database;
import dev.otters.home.store.Tx;
import dev.otters.home.text.Redactor;
import dev.otters.home.time.Time;
import dev.otters.home.token.TokenException.Reason;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Issues and checks bearer tokens. A token is valid while its row exists, and revoking it deletes
 * the row. An agent has at most two rows: one for the token that it used last, and one for the
 * fresh token that it got in return.
 */
public final class Tokens {
  /** The lifetime of an agent's token. */
  public static final Duration AGENT_LIFE = Duration.ofHours(1);

  /** The lifetime of an operator's token. */
  public static final Duration OPERATOR_LIFE = Duration.ofDays(365);

  private static final Duration OPERATOR_MARGIN = Duration.ofDays(30);

  /** A token. Its header begins with the last of several possible beginnings. */
  private static final Pattern TOKEN =
      Pattern.compile("eyJ(?:(?!eyJ)[\\w-]){1,64}\\.[\\w-]{1,1024}\\.[\\w-]{43}");

  private static final String OPERATOR = "otters:operator";
  private static final String AGENT = "otters:agent";

  private final Database database;
  private final Jwt jwt;
  private final Time time;
  private final ApiTokens api;

  /** The last valid token of the operator, since it comes with each request. */
  private final AtomicReference<@Nullable Verified> last = new AtomicReference<>();

  private record Verified(String token, Claims claims) {
    /** Compares in constant time. */
    boolean isOf(String other) {
      return MessageDigest.isEqual(
          token.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
      return "Verified[token=***]";
    }
  }

  /**
   * Creates the tokens of one home.
   *
   * @param home the home's id, which becomes the issuer
   */
  public Tokens(Database database, SigningKey key, String home, Time time) {
    this.database = database;
    this.jwt = new Jwt(key, "otters:" + home);
    this.time = time;
    this.api = new ApiTokens(database, jwt, time);
  }

  /** Returns the tokens of applications. */
  public ApiTokens api() {
    return api;
  }

  /**
   * Returns a token for the operator: the existing one if it is valid for another 30 days, else a
   * new one, which replaces all others.
   */
  public String operator(Optional<String> existing) {
    return existing.filter(this::lasts).orElseGet(this::newOperator);
  }

  private boolean lasts(String token) {
    try {
      return time.now().plus(OPERATOR_MARGIN).isBefore(operatorClaims(token).expiresAt());
    } catch (TokenException e) {
      return false;
    }
  }

  private synchronized String newOperator() {
    Claims claims = claims(OPERATOR, OPERATOR_LIFE, Optional.empty());
    database.update(
        tx -> {
          tx.execute("DELETE FROM tokens WHERE kind = ?", OPERATOR);
          insert(tx, claims);
        });
    last.set(null);
    return sign(claims);
  }

  /**
   * Checks the token of a request to the API: an operator's, or one of an application.
   *
   * @throws TokenException if it is not valid
   */
  public Caller check(String token) {
    Verified known = last.get();
    if (known == null || !known.isOf(token)) {
      Claims claims = jwt.verify(token);
      if (claims.audience().equals(ApiTokens.AUDIENCE)) {
        return api.check(claims);
      }
    }
    return new Caller(checkOperator(token), List.of());
  }

  /**
   * Checks an operator's token.
   *
   * @return its id, for the audit log
   * @throws TokenException if it is not valid
   */
  public String checkOperator(String token) {
    return operatorClaims(token).jti();
  }

  private Claims operatorClaims(String token) {
    Verified known = last.get();
    Claims claims = known != null && known.isOf(token) ? known.claims() : verifiedOperator(token);
    if (!time.now().isBefore(claims.expiresAt())) {
      throw new TokenException(Reason.EXPIRED, claims);
    }
    return claims;
  }

  /** Only {@link #newOperator} revokes a token of the operator, and not meanwhile. */
  private synchronized Claims verifiedOperator(String token) {
    Claims claims = verify(token, OPERATOR);
    if (!database.read(rows -> rows.any("SELECT 1 FROM tokens WHERE jti = ?", claims.jti()))) {
      throw new TokenException(Reason.REVOKED, claims);
    }
    last.set(new Verified(token, claims));
    return claims;
  }

  /** Returns the token for a new sandbox of the agent, and revokes all earlier ones. */
  public String forNewSandbox(UUID agent) {
    Claims claims = claims(AGENT, AGENT_LIFE, Optional.of(agent));
    database.update(
        tx -> {
          revoke(tx, agent);
          insert(tx, claims);
        });
    return sign(claims);
  }

  /**
   * Checks a token that came over the agent's own socket and returns a fresh one. Accepts an
   * expired token, so that agents survive a long absence of the daemon.
   *
   * @throws TokenException if it is not valid
   */
  public String authenticate(UUID agent, String token) {
    Claims claims = verify(token, AGENT);
    if (!claims.agent().equals(Optional.of(agent))) {
      throw new TokenException(Reason.AGENT, claims);
    }
    Claims fresh = claims(AGENT, AGENT_LIFE, Optional.of(agent));
    database.update(
        tx -> {
          if (!tx.any("SELECT 1 FROM tokens WHERE jti = ? AND agent = ?", claims.jti(), agent)) {
            throw new TokenException(Reason.REVOKED, claims);
          }
          tx.execute("DELETE FROM tokens WHERE agent = ? AND jti <> ?", agent, claims.jti());
          insert(tx, fresh);
        });
    return sign(fresh);
  }

  /** Revokes all tokens of an agent within a transaction. */
  public void revoke(Tx tx, UUID agent) {
    tx.execute("DELETE FROM tokens WHERE agent = ?", agent);
  }

  /** Hides the tokens of this home in a text, valid or not. */
  public String redact(String text) {
    Matcher found = TOKEN.matcher(text);
    StringBuilder clean = new StringBuilder();
    int done = 0;
    int next = 0;
    while (found.find(next)) {
      next = found.start() + 1;
      if (jwt.signed(found.group())) {
        clean.append(text, done, found.start()).append(Redactor.HIDDEN);
        done = found.end();
        next = done;
      }
    }
    return clean.append(text, done, text.length()).toString();
  }

  private Claims verify(String token, String audience) {
    Claims claims = jwt.verify(token);
    if (!claims.audience().equals(audience)) {
      throw new TokenException(Reason.AUDIENCE, claims);
    }
    return claims;
  }

  private Claims claims(String audience, Duration life, Optional<UUID> agent) {
    Instant end = Instant.ofEpochSecond(time.now().plus(life).getEpochSecond());
    return new Claims(UUID.randomUUID().toString(), audience, end, agent);
  }

  private String sign(Claims claims) {
    return jwt.sign(claims, Date.from(time.now()));
  }

  private void insert(Tx tx, Claims claims) {
    tx.execute(
        "INSERT INTO tokens(jti, kind, agent, issued_at, expires_at) VALUES(?, ?, ?, ?, ?)",
        claims.jti(),
        claims.audience(),
        claims.agent(),
        time.now(),
        claims.expiresAt());
  }
}
