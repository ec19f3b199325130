package dev.otters.server.http;

import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.home.token.Caller;
import dev.otters.home.token.TokenException;
import dev.otters.server.problem.Problems;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Admits requests with a token of the operator or of an application, on any route, known or not.
 * Rejects first the requests that a browser sends for a web page.
 *
 * @param audit gets the requests that are refused
 * @param network the connections without a token, for a listener that all local users and web pages
 *     can reach: it checks the Host header
 */
record Gate(TokenCheck check, AuditTrail audit, Optional<Strangers> network) implements Filter {
  /** The only path that needs no token. */
  static final String OPEN = "/healthz";

  private static final Pattern LOOPBACK =
      Pattern.compile("(127\\.0\\.0\\.1|localhost)(:\\d{1,5})?");
  private static final int LONGEST_TOKEN = 8192;
  private static final String SCHEME = "Bearer ";

  /** Checks tokens. */
  @FunctionalInterface
  interface TokenCheck {
    /**
     * Returns whose token it is.
     *
     * @throws TokenException when it is not valid
     */
    Caller check(String token);
  }

  /** A refusal, with the id of the token if this home has issued it. */
  private record Refusal(Problem problem, Optional<String> token) {
    static Optional<Refusal> of(Problem problem) {
      return Optional.of(new Refusal(problem, Optional.empty()));
    }
  }

  @Override
  public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
    Optional<Refusal> refusal = refusal(request);
    if (refusal.isPresent()) {
      Problem problem = refusal.get().problem();
      audit.refused(request, problem.status(), refusal.get().token());
      Replies.problem(request, response, problem);
    } else {
      chain.proceed();
    }
  }

  private Optional<Refusal> refusal(ServerRequest request) {
    if (request.headers().contains(HeaderNames.ORIGIN)) {
      return Refusal.of(
          forbidden("requests of web pages are not accepted", "Send no Origin header."));
    }
    if (network.isPresent() && !named(request)) {
      return Refusal.of(
          forbidden(
              "the Host header does not name the loopback address", "Use http://127.0.0.1:PORT."));
    }
    boolean open =
        request.path().path().equals(OPEN) && request.prologue().method().equals(Method.GET);
    return open ? Optional.empty() : unauthenticated(request);
  }

  private static boolean named(ServerRequest request) {
    return LOOPBACK.matcher(request.authority()).matches();
  }

  private Optional<Refusal> unauthenticated(ServerRequest request) {
    List<String> given = request.headers().values(HeaderNames.AUTHORIZATION);
    if (given.isEmpty()) {
      return Refusal.of(Problems.unauthenticated("the request has no token"));
    }
    String value = given.getFirst();
    if (given.size() > 1
        || value.length() > LONGEST_TOKEN
        || !value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Refusal.of(Problems.unauthenticated("the request has no bearer token"));
    }
    try {
      Caller caller = check.check(token(request));
      request.context().register(Gate.class, caller);
      network.ifPresent(Strangers::admit);
      return Optional.empty();
    } catch (TokenException e) {
      return Optional.of(new Refusal(Problems.of(e), e.id()));
    } catch (RuntimeException e) {
      return Refusal.of(Problems.of(e));
    }
  }

  /** Returns the token of a request that was admitted. */
  static String token(ServerRequest request) {
    String value = request.headers().values(HeaderNames.AUTHORIZATION).getFirst();
    return value.substring(SCHEME.length()).strip();
  }

  private static Problem forbidden(String title, String remedy) {
    return Problem.of(ErrorCode.FORBIDDEN, title, remedy);
  }
}
