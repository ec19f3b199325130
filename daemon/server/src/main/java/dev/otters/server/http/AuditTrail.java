package dev.otters.server.http;

import dev.otters.home.audit.AuditCall;
import dev.otters.home.audit.AuditLog;
import dev.otters.home.text.Secrets;
import io.helidon.http.Method;
import io.helidon.http.PathMatcher;
import io.helidon.http.PathMatchers;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Adds the requests of one listener to the audit: those that write, and those that are refused.
 *
 * @param log the audit
 * @param routes the routes of the API
 * @param peer the kind of listener
 */
record AuditTrail(AuditLog log, List<Route> routes, String peer) {
  private static final Set<Method> READS =
      Set.of(Method.GET, Method.HEAD, Method.OPTIONS, Method.TRACE);
  private static final Set<Method> KNOWN =
      Set.of(
          Method.GET,
          Method.HEAD,
          Method.OPTIONS,
          Method.TRACE,
          Method.POST,
          Method.PUT,
          Method.PATCH,
          Method.DELETE);

  /** The routes whose work only changes the database, which stores their rows with it. */
  private static final String SESSIONS = "/v1/agents/{name}/sessions";

  private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}");

  /** The parameters of queries that name a target, where the path has none. */
  private static final List<String> NAMES =
      List.of("ref", "name", "target", "to", "repository", "registry");

  private static final int LONGEST_NAME = 200;
  private static final String REFUSED = "refused";

  record Route(Endpoint endpoint, PathMatcher path) {}

  static AuditTrail of(AuditLog log, List<Endpoint> endpoints, String peer) {
    return new AuditTrail(
        log,
        endpoints.stream().map(it -> new Route(it, PathMatchers.create(it.path()))).toList(),
        peer);
  }

  /** Adds a request, if it writes, before its work or to the first commit of it. */
  Optional<AuditLog.Begun> begin(String path, ServerRequest request) {
    Method method = request.prologue().method();
    if (READS.contains(method)) {
      return Optional.empty();
    }
    AuditLog.Begun write =
        log.begin(
            new AuditCall(
                line(method, path), target(path, request), Request.caller(request), peer));
    if (!path.startsWith(SESSIONS)) {
      log.await(write);
    }
    return Optional.of(write);
  }

  /** Sets the status of a request that was added, and adds it if it is refused. */
  void end(Optional<AuditLog.Begun> row, String path, ServerRequest request, int status) {
    if (row.isPresent()) {
      log.end(row.get(), status, named(request));
    } else if (status == 401 || status == 403 || isRefused(request)) {
      log.refused(
          new AuditCall(
              line(request.prologue().method(), path),
              target(path, request),
              Request.caller(request),
              peer),
          status);
    }
  }

  /**
   * Adds a request that was refused before any route saw it.
   *
   * @param token the id of its token, if this home has issued it
   */
  void refused(ServerRequest request, int status, Optional<String> token) {
    Method method = request.prologue().method();
    String path =
        routes.stream()
            .filter(it -> it.endpoint().method().equals(method))
            .filter(it -> it.path().match(request.prologue().uriPath()).accepted())
            .map(it -> it.endpoint().path())
            .findFirst()
            .orElse(AuditCall.NONE);
    log.refused(
        new AuditCall(line(method, path), AuditCall.NONE, token.orElse(AuditCall.NONE), peer),
        status);
  }

  /** Names what a request concerns, where its body says so. */
  static void name(ServerRequest request, String target) {
    request.context().register(AuditTrail.class, target);
  }

  /** Marks a request as refused whose answer does not say so. */
  static void refuse(ServerRequest request) {
    request.context().register(REFUSED, true);
  }

  private static boolean isRefused(ServerRequest request) {
    return request.context().get(REFUSED, Boolean.class).isPresent();
  }

  private static Optional<String> named(ServerRequest request) {
    return request.context().get(AuditTrail.class, String.class).map(AuditTrail::clean);
  }

  private static String line(Method method, String path) {
    return (KNOWN.contains(method) ? method.text() : AuditCall.NONE) + " " + path;
  }

  private static String target(String path, ServerRequest request) {
    String found =
        PARAMETER
            .matcher(path)
            .results()
            .map(MatchResult::group)
            .map(it -> request.path().pathParameters().get(it.substring(1, it.length() - 1)))
            .collect(Collectors.joining("/"));
    return clean(found.isEmpty() ? queried(request) : found);
  }

  private static String queried(ServerRequest request) {
    return NAMES.stream()
        .filter(name -> request.query().contains(name))
        .map(name -> request.query().get(name))
        .filter(value -> !value.isEmpty())
        .findFirst()
        .orElse(AuditCall.NONE);
  }

  private static String clean(String name) {
    String hidden = Secrets.hide(name);
    return hidden.substring(0, Math.min(hidden.length(), LONGEST_NAME));
  }
}
