package dev.otters.server.http;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.credentials.CredentialsException;
import dev.otters.credentials.HostCredentials;
import dev.otters.home.text.Secrets;
import dev.otters.home.token.Caller;
import dev.otters.resources.grant.Grants;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request. A wrong parameter is INVALID_REQUEST, and the message names it. */
public record Request(
    ServerRequest request, HttpSettings settings, Secrets secrets, OpenStreams streams) {
  private static final HeaderName CREDENTIALS = HeaderNames.create(HostCredentials.HEADER);

  private static final int MOST_ENTRIES = 1000;

  private static final Semaphore LARGE = new Semaphore(1, true);

  /** Returns the number of event streams with a client. */
  int openStreams() {
    return streams.size();
  }

  /** Ends the event streams of a token that was removed. */
  public void endStreams(String token) {
    streams.end(token);
  }

  /** Returns the id of the token that the request carries. */
  String caller() {
    return caller(request);
  }

  /** Returns the id of the token that the request carries; empty on the path that needs none. */
  Optional<String> token() {
    return request.context().get(Gate.class, Caller.class).map(Caller::id);
  }

  /** Returns the namespaces to which the token is bound; empty for the operator. */
  Optional<Grants> roots() {
    return request
        .context()
        .get(Gate.class, Caller.class)
        .filter(caller -> !caller.isOperator())
        .map(caller -> Grants.of(caller.roots()));
  }

  static String caller(ServerRequest request) {
    return request.context().get(Gate.class, Caller.class).orElseThrow().id();
  }

  /** Names what the request concerns for the audit, where its path does not. */
  public void concerns(String target) {
    AuditTrail.name(request, target);
  }

  /** Tells the audit that the request is refused, though its answer does not say so. */
  void hidesRefusal() {
    AuditTrail.refuse(request);
  }

  /** Returns a parameter of the path. */
  public String path(String name) {
    return request.path().pathParameters().get(name);
  }

  Optional<String> header(HeaderName name) {
    return request.headers().first(name);
  }

  /** Returns the caller's credentials, each for one registry. */
  List<HostCredentials> credentials() {
    List<HostCredentials> given =
        request.headers().values(CREDENTIALS).stream().map(Request::credentials).toList();
    secrets.passwords(given.stream().flatMap(one -> one.credentials().secrets().stream()).toList());
    return given;
  }

  private static HostCredentials credentials(String header) {
    try {
      return HostCredentials.decode(header);
    } catch (CredentialsException e) {
      throw ApiException.of(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e.remedy());
    }
  }

  /** Returns a parameter of the query, empty if it is absent or has no value. */
  public Optional<String> query(String name) {
    return queries(name).stream().findFirst().filter(value -> !value.isEmpty());
  }

  List<String> queries(String name) {
    return request.query().contains(name) ? request.query().all(name) : List.of();
  }

  /** Returns a parameter of the query. One that is absent is INVALID_REQUEST. */
  public String required(String name) {
    return query(name).orElseThrow(() -> invalid("parameter '" + name + "' is missing"));
  }

  /** Returns whether a parameter of the query is true; false if it is absent. */
  public boolean flag(String name) {
    return query(name, "true or false", Request::truth).orElse(false);
  }

  /** Returns the most entries that the caller wants, if it says so. */
  public Optional<Integer> limit() {
    return query("limit", "a number from 1 to " + MOST_ENTRIES, Request::limit);
  }

  /**
   * Returns a page of a list: the entries after the one that the caller names, up to its limit.
   *
   * @param id returns the id or reference of an entry
   */
  <T> List<T> page(List<T> all, Function<T, String> id) {
    int start =
        query("after").map(after -> all.stream().map(id).toList().indexOf(after) + 1).orElse(-1);
    if (start == 0) {
      throw invalid("parameter 'after' names no entry of the list");
    }
    return all.stream().skip(Math.max(0, start)).limit(limit().orElse(all.size())).toList();
  }

  /** Returns a time that is given in seconds since 1970. */
  Optional<Instant> time(String name) {
    return query(
        name,
        "a number of seconds since 1970",
        text -> Instant.ofEpochSecond(Integer.toUnsignedLong(Integer.parseUnsignedInt(text))));
  }

  /**
   * Returns a parsed parameter of the query.
   *
   * @param allowed the allowed values, for the message of a parser that throws
   */
  public <T> Optional<T> query(String name, String allowed, Function<String, T> parser) {
    return query(name).map(value -> parsed("parameter '" + name + "'", value, allowed, parser));
  }

  <T> T parsed(String what, String value, String allowed, Function<String, T> parser) {
    try {
      return parser.apply(value);
    } catch (RuntimeException e) {
      throw invalid(what + " is '" + value + "': write " + allowed, e);
    }
  }

  /** Reads the body as a JSON record. */
  public <T> T json(Class<T> type) {
    return JsonBody.read(request.content(), settings.largestJson(), type);
  }

  /**
   * Reads the body, which may have files, and uses it. Only one large body is in memory at a time,
   * once it has arrived.
   *
   * @param most the largest body in bytes
   */
  <T> Reply large(Class<T> type, long most, Function<T, Reply> use) throws InterruptedException {
    OptionalLong length = request.headers().contentLength();
    if (!request.content().hasEntity()
        || (length.isPresent() && length.getAsLong() <= settings.largestJson())) {
      return use.apply(json(type));
    }
    try (Spool body = JsonBody.spool(request.content(), most, settings.messageDeadline())) {
      if (!LARGE.tryAcquire(Spool.LONGEST_WAIT, TimeUnit.SECONDS)) {
        throw Spool.busy();
      }
      try {
        return use.apply(JsonBody.read(body.in(), settings.largestJson(), type));
      } finally {
        LARGE.release();
      }
    }
  }

  /** Returns the size of the largest build context in bytes. */
  long largestUpload() {
    return settings.largestUpload();
  }

  /** Returns the body, to be read once. Reading beyond the limit throws. */
  InputStream upload() {
    long most = largestUpload();
    return body(
        "a tar",
        most,
        ApiException.of(
            ErrorCode.CONTEXT_TOO_LARGE,
            "the build context is larger than " + most + " bytes",
            "Leave files out with .agentfileignore, or build in a smaller folder."));
  }

  /** Returns the body, to be read once, without a limit. */
  InputStream stream() {
    return request.content().inputStream();
  }

  /**
   * Reads the body as a small file, which may be empty.
   *
   * @param most the largest file in bytes
   */
  public byte[] file(int most) {
    ApiException tooMuch = invalid("the file has more than " + most + " bytes");
    try (StallWatch watch = new StallWatch(settings.messageDeadline());
        InputStream in = watch.watched(new LimitedInput(stream(), most, () -> tooMuch))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw invalid("the file cannot be read", e);
    }
  }

  /** Returns the file of a model, to be read once. */
  InputStream model() {
    return body(
        "a GGUF file",
        HttpSettings.LARGEST_MODEL,
        ApiException.of(ErrorCode.MODEL_INVALID, "the file is too large for a model", null));
  }

  /** Returns the file of images, to be read once. */
  InputStream images() {
    return body(
        "a tar of images",
        HttpSettings.LARGEST_MODEL,
        ApiException.of(ErrorCode.IMAGE_INVALID, "the file is too large for images", null));
  }

  /** Returns a tar of files, to be read once. */
  InputStream tar() {
    return body(
        "a tar",
        HttpSettings.LARGEST_MODEL,
        ApiException.of(ErrorCode.INVALID_REQUEST, "the tar is too large", null));
  }

  private InputStream body(String what, long most, ApiException tooMuch) {
    if (!request.content().hasEntity()) {
      throw invalid("the request has no body: send " + what);
    }
    return new LimitedInput(request.content().inputStream(), most, () -> tooMuch);
  }

  /** Throws if a member that a request needs is absent. */
  public static void present(String field, @Nullable String value) {
    if (value == null) {
      throw invalid("the request is incomplete: no value for '" + field + "'");
    }
  }

  /** Returns the failure of a request that is wrong. */
  public static ApiException invalid(String title) {
    return ApiException.of(ErrorCode.INVALID_REQUEST, title, "Correct the request.");
  }

  private static ApiException invalid(String title, Throwable cause) {
    return new ApiException(invalid(title).problem(), cause);
  }

  private static int limit(String text) {
    int limit = Integer.parseInt(text);
    if (limit < 1 || limit > MOST_ENTRIES) {
      throw new IllegalArgumentException(text);
    }
    return limit;
  }

  private static boolean truth(String value) {
    return switch (value) {
      case "true", "1" -> true;
      case "false", "0" -> false;
      default -> throw new IllegalArgumentException(value);
    };
  }
}
