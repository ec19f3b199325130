package dev.otters.agents.endpoint;

import dev.otters.agents.advice.Advice;
import dev.otters.models.gateway.ModelException;
import dev.otters.sessions.budget.BudgetException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The failure of a program's request, as its SDK shows it. */
final class EndpointProblem extends Exception {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(EndpointProblem.class);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Kind kind;
  private final transient Optional<Duration> retryAfter;

  /** The kinds of failures, with the status of HTTP and Anthropic's word for the error. */
  enum Kind {
    INVALID("400 Bad Request", "invalid_request_error"),
    BUDGET("402 Payment Required", "billing_error"),
    FORBIDDEN("403 Forbidden", "permission_error"),
    NOT_FOUND("404 Not Found", "not_found_error"),
    LATE("408 Request Timeout", "timeout_error"),
    TOO_LARGE("413 Content Too Large", "request_too_large"),
    BUSY("429 Too Many Requests", "rate_limit_error"),
    FAILED("500 Internal Server Error", "api_error"),
    UNAVAILABLE("503 Service Unavailable", "overloaded_error");

    private final String status;
    private final String word;

    Kind(String status, String word) {
      this.status = status;
      this.word = word;
    }

    String status() {
      return status;
    }
  }

  EndpointProblem(Kind kind, String message) {
    this(kind, message, Optional.empty());
  }

  private EndpointProblem(Kind kind, String message, Optional<Duration> retryAfter) {
    super(message);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }

  static EndpointProblem invalid(String message) {
    return new EndpointProblem(Kind.INVALID, message);
  }

  /** Returns the problem of a request that the gateway or a budget refused, or that failed. */
  static EndpointProblem of(Throwable failure) {
    return switch (failure) {
      case BudgetException budget ->
          new EndpointProblem(Kind.BUDGET, sentences(budget, Advice.of(budget)));
      case ModelException model ->
          new EndpointProblem(kind(model), sentences(model, model.remedy()), model.retryAfter());
      default -> {
        LOG.atError().setCause(failure).log("the request of a program failed");
        yield new EndpointProblem(
            Kind.FAILED, "The daemon failed internally. See the daemon's log.");
      }
    };
  }

  private static String sentences(RuntimeException failure, String remedy) {
    return failure.getMessage() + "." + (remedy.isEmpty() ? "" : " " + remedy);
  }

  private static Kind kind(ModelException failure) {
    boolean passing = failure.kind() == ModelException.Kind.TRANSIENT;
    return switch (failure.reason()) {
      case OVERLOADED -> Kind.BUSY;
      case BAD_REQUEST, TOO_LONG -> Kind.INVALID;
      case MODEL_UNKNOWN -> Kind.NOT_FOUND;
      case AUTH, QUOTA, NOT_INSTALLED -> Kind.FORBIDDEN;
      case UNREACHABLE, STALLED, BROKEN_ANSWER, FAILED -> passing ? Kind.UNAVAILABLE : Kind.FAILED;
    };
  }

  Kind kind() {
    return kind;
  }

  /** Returns the headers by which the SDKs of both vendors decide about another attempt. */
  String headers() {
    boolean again = kind == Kind.BUSY || kind == Kind.UNAVAILABLE || kind == Kind.LATE;
    String wait =
        retryAfter.map(time -> "retry-after: " + Math.max(1, time.toSeconds()) + "\r\n").orElse("");
    return "x-should-retry: " + again + "\r\n" + wait;
  }

  /** Returns the error with the members that either vendor's errors have. */
  String json() {
    ObjectNode body = JSON.createObjectNode().put("type", "error");
    body.putObject("error")
        .put("type", kind.word)
        .put("message", getMessage())
        .putNull("param")
        .putNull("code");
    return body.toString();
  }
}
