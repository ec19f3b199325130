package dev.otters.home.token;

import dev.otters.home.store.Database;
import dev.otters.home.store.Row;
import dev.otters.home.time.Time;
import dev.otters.home.token.TokenException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The tokens that an operator gives to applications. Each is bound to namespaces. Its row has
 * these, and the token only its id. Thread-safe.
 */
public final class ApiTokens {
  /** The lifetime of a token. */
  public static final Duration LIFE = Duration.ofDays(365);

  /** The limit on valid tokens of a home. */
  public static final int MOST = 1000;

  static final String AUDIENCE = "otters:api";

  private final Database database;
  private final Jwt jwt;
  private final Time time;

  ApiTokens(Database database, Jwt jwt, Time time) {
    this.database = database;
    this.jwt = jwt;
    this.time = time;
  }

  /** A token without its secret part. */
  public record Entry(String id, List<String> roots, Instant issuedAt, Instant expiresAt) {}

  /** A new token. Its text is shown once and is not stored. */
  public record Issued(Entry entry, String token) {
    @Override
    public String toString() {
      return "Issued[entry=" + entry + ", token=***]";
    }
  }

  /**
   * Issues a token, and forgets those that have expired.
   *
   * @param roots at least one namespace, none with a comma
   * @return empty if there are too many tokens
   */
  public Optional<Issued> issue(List<String> roots) {
    if (roots.isEmpty()) {
      throw new IllegalArgumentException("a token needs a root");
    }
    Instant now = Instant.ofEpochSecond(time.now().getEpochSecond());
    Entry entry = new Entry(UUID.randomUUID().toString(), List.copyOf(roots), now, now.plus(LIFE));
    boolean stored =
        database.write(
            tx -> {
              tx.execute("DELETE FROM tokens WHERE kind = ? AND expires_at <= ?", AUDIENCE, now);
              if (tx.number("SELECT count(*) AS n FROM tokens WHERE kind = ?", AUDIENCE) >= MOST) {
                return false;
              }
              tx.execute(
                  "INSERT INTO tokens(jti, kind, issued_at, expires_at, roots) VALUES(?, ?, ?, ?,"
                      + " ?)",
                  entry.id(),
                  AUDIENCE,
                  entry.issuedAt(),
                  entry.expiresAt(),
                  String.join(",", entry.roots()));
              return true;
            });
    Claims claims = new Claims(entry.id(), AUDIENCE, entry.expiresAt(), Optional.empty());
    return stored
        ? Optional.of(new Issued(entry, jwt.sign(claims, Date.from(entry.issuedAt()))))
        : Optional.empty();
  }

  /** Returns all tokens, also those that have expired, the oldest first. */
  public List<Entry> list() {
    return database.read(
        rows ->
            rows.list(
                "SELECT * FROM tokens WHERE kind = ? ORDER BY issued_at, jti",
                ApiTokens::entry,
                AUDIENCE));
  }

  /**
   * Revokes a token: its next request is refused. Who serves its streams must end them. Returns
   * whether there was one.
   */
  public boolean revoke(String id) {
    return database.<Integer>write(
            tx -> tx.execute("DELETE FROM tokens WHERE jti = ? AND kind = ?", id, AUDIENCE))
        > 0;
  }

  /** Checks a token that this home has issued. */
  Caller check(Claims claims) {
    Entry entry =
        database
            .read(
                rows ->
                    rows.first(
                        "SELECT * FROM tokens WHERE jti = ? AND kind = ?",
                        ApiTokens::entry,
                        claims.jti(),
                        AUDIENCE))
            .orElseThrow(() -> new TokenException(Reason.REVOKED, claims));
    if (!time.now().isBefore(entry.expiresAt())) {
      throw new TokenException(Reason.EXPIRED, claims);
    }
    return new Caller(entry.id(), entry.roots());
  }

  private static Entry entry(Row row) {
    return new Entry(
        row.text("jti"),
        List.of(row.text("roots").split(",", -1)),
        row.time("issued_at"),
        row.time("expires_at"));
  }
}
