package dev.otters.models.provider.langchain4j;

import dev.otters.http.HttpStall;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * Words the failures of one provider. The exceptions have no cause, because an exception of another
 * library could contain the key.
 */
final class Failures {
  private final String name;
  private final URI base;
  private final boolean hasKey;
  private final Scrubber scrubber;

  Failures(String name, URI base, boolean hasKey, Scrubber scrubber) {
    this.name = name;
    this.base = base;
    this.hasKey = hasKey;
    this.scrubber = scrubber;
  }

  /** Returns the failure for an error response. */
  ModelException status(int status, Optional<Duration> wait, String body) {
    if (status >= 300 && status < 400) {
      return permanent(
          Reason.BAD_REQUEST,
          "%s redirects (%d) from %s, which is not followed".formatted(self(), status, base),
          addressRemedy());
    }
    return judge(status, wait, VendorError.ofBody(body));
  }

  /** Returns the failure for an error inside an answer. */
  ModelException within(VendorError complaint) {
    int status = complaint.status() >= 400 ? complaint.status() : statusOf(complaint);
    return judge(status, Optional.empty(), complaint);
  }

  private static int statusOf(VendorError complaint) {
    if (complaint.names("overloaded", "unavailable")) {
      return 529;
    } else if (complaint.names("rate_limit", "insufficient_quota")) {
      return 429;
    } else if (complaint.names("authentication", "invalid_api_key", "permission")) {
      return 401;
    } else if (complaint.names("billing")) {
      return 402;
    } else if (complaint.names("not_found")) {
      return 404;
    }
    return complaint.names("invalid_request", "context_length", "exceed_context") ? 400 : 500;
  }

  private ModelException judge(int status, Optional<Duration> header, VendorError complaint) {
    if (complaint.names("model_not_found")) {
      return unknown(status, complaint);
    } else if (complaint.names("api_key_invalid")) {
      return refused(status, complaint);
    }
    Optional<Duration> wait = header.or(complaint::delay);
    return switch (status) {
      case 401, 403 -> refused(status, complaint);
      case 402 -> spent(status, complaint);
      case 404 -> notFound(status, complaint);
      case 413 -> tooLong(status, complaint);
      case 408, 409, 425 -> passing(Reason.OVERLOADED, "is busy", status, complaint, wait);
      case 429 ->
          complaint.names("insufficient_quota", "billing")
              ? spent(status, complaint)
              : passing(Reason.OVERLOADED, "limits the rate of requests", status, complaint, wait);
      case 502, 503, 504, 520, 522, 524, 529 ->
          passing(Reason.OVERLOADED, "is overloaded", status, complaint, wait);
      default ->
          status >= 500
              ? passing(Reason.FAILED, "failed", status, complaint, wait)
              : badRequest(status, complaint);
    };
  }

  private ModelException badRequest(int status, VendorError complaint) {
    if (complaint.names("context_length_exceeded", "exceed_context_size")
        || complaint.says(
            "maximum context length",
            "prompt is too long",
            "exceed context limit",
            "exceeds the maximum number of tokens",
            "exceeds the available context")) {
      return tooLong(status, complaint);
    }
    if (complaint.says("credit balance")) {
      return spent(status, complaint);
    }
    return permanent(
        Reason.BAD_REQUEST,
        said(self() + " rejected the request", status, complaint),
        "Correct the Agentfile accordingly, or choose another model.");
  }

  private ModelException refused(int status, VendorError complaint) {
    String what = hasKey ? self() + " rejected its key" : "no API key is configured for " + self();
    return permanent(Reason.AUTH, said(what, status, complaint), keyRemedy(name));
  }

  private ModelException spent(int status, VendorError complaint) {
    return permanent(
        Reason.QUOTA,
        said(self() + " has no credit left", status, complaint),
        "Top up the account, or use another provider.");
  }

  private ModelException tooLong(int status, VendorError complaint) {
    return permanent(
        Reason.TOO_LONG,
        said("the conversation exceeds the context of the model of " + self(), status, complaint),
        "Start a new session, or choose a model with a larger context.");
  }

  private ModelException notFound(int status, VendorError complaint) {
    if (complaint.says("model") || complaint.names("not_found_error")) {
      return unknown(status, complaint);
    }
    return permanent(
        Reason.BAD_REQUEST,
        said(self() + " has no such operation at " + base, status, complaint),
        addressRemedy());
  }

  private ModelException unknown(int status, VendorError complaint) {
    return permanent(
        Reason.MODEL_UNKNOWN,
        said(self() + " has no such model", status, complaint),
        "Choose one of its models, which 'otters model ls' lists.");
  }

  private ModelException passing(
      Reason reason, String what, int status, VendorError complaint, Optional<Duration> wait) {
    return ModelException.transientFailure(
        reason, said(self() + " " + what, status, complaint), "", wait);
  }

  private String said(String what, int status, VendorError complaint) {
    String message = scrubber.clean(complaint.message());
    return what + " (" + status + (message.isEmpty() ? ")" : ": " + message + ")");
  }

  /** Returns the failure of a request without a response. */
  ModelException connecting(IOException cause) {
    return switch (cause) {
      case HttpStall stall -> stalled(String.valueOf(stall.getMessage()));
      case SocketTimeoutException e -> unreachable("connection timed out");
      case UnknownHostException e -> unreachable("unknown host");
      case NoRouteToHostException e -> unreachable("no route to host");
      case ConnectException e -> unreachable("connection refused");
      case SSLException e -> unreachable("TLS: " + scrubber.clean(String.valueOf(e.getMessage())));
      default -> broken("did not respond in HTTP, or closed the connection at once");
    };
  }

  private ModelException unreachable(String why) {
    return ModelException.transientFailure(
        Reason.UNREACHABLE,
        "%s cannot be reached at %s: %s".formatted(self(), base, why),
        addressRemedy(),
        Optional.empty());
  }

  /** Returns the failure of an answer that ended early. */
  ModelException reading(IOException cause) {
    return switch (cause) {
      case HttpStall stall -> stalled(String.valueOf(stall.getMessage()));
      case EventReader.TooLongException e -> broken("sent " + e.getMessage());
      default -> brokenOff();
    };
  }

  private ModelException stalled(String what) {
    return ModelException.transientFailure(
        Reason.STALLED, self() + " stalled: " + what, "", Optional.empty());
  }

  ModelException brokenOff() {
    return broken("closed the connection in the middle of its answer");
  }

  /** Returns the failure of a malformed answer. */
  ModelException broken(String what) {
    return ModelException.transientFailure(
        Reason.BROKEN_ANSWER, self() + " " + what, "", Optional.empty());
  }

  /** Returns the failure of an answer that the vendor itself calls unusable. */
  ModelException fault(String why) {
    return permanent(
        Reason.BROKEN_ANSWER,
        self() + " ended its answer early: " + scrubber.clean(why),
        "Try rephrasing, or choose another model.");
  }

  /** Returns the failure of a server that does not send events. */
  ModelException foreign(String type) {
    return permanent(
        Reason.BROKEN_ANSWER,
        "%s sent %s from %s instead of a stream of events"
            .formatted(self(), scrubber.clean(type), base),
        addressRemedy());
  }

  /** Returns the failure of a complete answer without content. */
  ModelException empty() {
    return permanent(
        Reason.BROKEN_ANSWER,
        self() + " gave an empty answer",
        "Try rephrasing, or choose another model.");
  }

  private static ModelException permanent(Reason reason, String message, String remedy) {
    return ModelException.permanent(reason, message, remedy);
  }

  private String self() {
    return "the provider '" + name + "'";
  }

  private String addressRemedy() {
    return "Check the address, and correct it with 'otters provider edit %s --api-base URL'."
        .formatted(name);
  }

  /** Returns how to set the key of a provider. */
  static String keyRemedy(String provider) {
    return "Set a valid key with 'otters provider edit %s --api-key-stdin'.".formatted(provider);
  }
}
