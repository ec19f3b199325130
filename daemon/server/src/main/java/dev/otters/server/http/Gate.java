package dev.otters.server.http;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.server.token.TokenException;
import dev.otters.server.token.Tokens;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Lets in only who has the operator's token, on every listener and for every path but {@code
 * /healthz}, and only under a name of this machine, so that no page of a browser reaches the daemon
 * under another one.
 */
final class Gate implements Filter {
  static final String OPEN_PATH = "/healthz";
  private static final Pattern OWN_NAME =
      Pattern.compile("(?:localhost|127\\.0\\.0\\.1|\\[::1])(?::\\d{1,5})?");
  private static final String SCHEME = "bearer ";

  private final Tokens tokens;
  private volatile boolean closing;

  Gate(Tokens tokens) {
    this.tokens = tokens;
  }

  /** Refuses every request from now on. */
  void close() {
    closing = true;
  }

  @Override
  public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
    try {
      checkName(request.headers().first(HeaderNames.HOST).orElse(""));
      if (!request.path().rawPath().equals(OPEN_PATH)) {
        checkToken(request.headers().first(HeaderNames.AUTHORIZATION).orElse(""));
      }
      if (closing) {
        throw ApiException.of(
            ErrorCode.SHUTTING_DOWN, "the daemon is stopping", "try again when it is back");
      }
    } catch (ApiException e) {
      Reply.problem(response, e.problem());
      return;
    }
    chain.proceed();
  }

  private static void checkName(String host) {
    if (!OWN_NAME.matcher(host.toLowerCase(Locale.ROOT)).matches()) {
      throw ApiException.of(
          ErrorCode.FORBIDDEN,
          "the daemon does not answer under the name '" + host + "'",
          "use localhost or 127.0.0.1");
    }
  }

  private void checkToken(String authorization) {
    if (!authorization.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
      throw unauthenticated("the request has no bearer token");
    }
    try {
      String unused = tokens.checkOperator(authorization.substring(SCHEME.length()).strip());
    } catch (TokenException e) {
      throw unauthenticated(String.valueOf(e.getMessage()));
    }
  }

  private static ApiException unauthenticated(String title) {
    return ApiException.of(
        ErrorCode.UNAUTHENTICATED,
        title,
        "send the token of credentials.json in the daemon's home folder");
  }
}
