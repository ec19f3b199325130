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
 * Says in one clean sentence why one provider gave no answer. No exception of another's making is
 * ever a cause: it could hold the key.
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

  /** Returns why there is no answer, given the status and the body of what came instead. */
  ModelException status(int status, Optional<Duration> wait, String body) {
    if (status >= 300 && status < 400) {
      return permanent(
          Reason.BAD_REQUEST,
          "%s sends its callers elsewhere (%d) from %s".formatted(self(), status, base),
          Remedies.address(name));
    }
    return judge(status, wait, VendorError.ofBody(body));
  }

  /** Returns why an answer that had begun well ended with an error. */
  ModelException within(VendorError complaint) {
    int status = complaint.status() >= 400 ? complaint.status() : statusOf(complaint);
    return judge(status, Optional.empty(), complaint);
  }

  /** Takes the words of both vendors' references for errors within a stream. */
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

  private ModelException judge(int status, Optional<Duration> wait, VendorError complaint) {
    if (complaint.names("model_not_found")) {
      return unknown(status, complaint);
    }
    return switch (status) {
      case 401, 403 -> refused(status, complaint);
      case 402 -> spent(status, complaint);
      case 404 -> notFound(status, complaint);
      case 413 -> tooLong(status, complaint);
      case 408, 409, 425 -> passing(Reason.OVERLOADED, "has no time now", status, complaint, wait);
      case 429 ->
          complaint.names("insufficient_quota", "billing")
              ? spent(status, complaint)
              : passing(Reason.OVERLOADED, "limits how often it is asked", status, complaint, wait);
      case 502, 503, 504, 520, 522, 524, 529 ->
          passing(Reason.OVERLOADED, "has too much to do", status, complaint, wait);
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
            "exceeds the available context")) {
      return tooLong(status, complaint);
    }
    if (complaint.says("credit balance")) {
      return spent(status, complaint);
    }
    return permanent(
        Reason.BAD_REQUEST,
        said(self() + " does not take the request", status, complaint),
        "Correct what it names in the Agentfile, or choose another model.");
  }

  private ModelException refused(int status, VendorError complaint) {
    String what = hasKey ? self() + " refused its key" : self() + " wants a key and has none";
    return permanent(Reason.AUTH, said(what, status, complaint), Remedies.key(name));
  }

  private ModelException spent(int status, VendorError complaint) {
    return permanent(
        Reason.QUOTA,
        said(self() + " has nothing left to spend", status, complaint),
        "Top up the account, or choose another provider.");
  }

  private ModelException tooLong(int status, VendorError complaint) {
    return permanent(
        Reason.TOO_LONG,
        said(
            "the conversation is longer than the model of " + self() + " can see",
            status,
            complaint),
        "Begin a new session, or choose a model with a larger context.");
  }

  private ModelException notFound(int status, VendorError complaint) {
    if (complaint.says("model") || complaint.names("not_found_error")) {
      return unknown(status, complaint);
    }
    return permanent(
        Reason.BAD_REQUEST,
        said(self() + " has no such operation at " + base, status, complaint),
        Remedies.address(name));
  }

  private ModelException unknown(int status, VendorError complaint) {
    return permanent(
        Reason.MODEL_UNKNOWN,
        said(self() + " has no such model", status, complaint),
        "Choose one that it has: otters model ls");
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

  /** Returns why no answer began. */
  ModelException connecting(IOException cause) {
    return switch (cause) {
      case HttpStall stall -> stalled(String.valueOf(stall.getMessage()));
      case SocketTimeoutException e -> unreachable("it does not accept the connection in time");
      case UnknownHostException e -> unreachable("there is no host of this name");
      case NoRouteToHostException e -> unreachable("there is no route to it");
      case ConnectException e -> unreachable("the connection is refused");
      case SSLException e -> unreachable("TLS: " + scrubber.clean(String.valueOf(e.getMessage())));
      default -> broken("answered nothing that is HTTP, or closed the connection at once");
    };
  }

  private ModelException unreachable(String why) {
    return ModelException.transientFailure(
        Reason.UNREACHABLE,
        "%s cannot be reached at %s: %s".formatted(self(), base, why),
        Remedies.address(name),
        Optional.empty());
  }

  /** Returns why an answer that had begun did not end well. */
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

  /** Returns that what came is no answer. */
  ModelException broken(String what) {
    return ModelException.transientFailure(
        Reason.BROKEN_ANSWER, self() + " " + what, "", Optional.empty());
  }

  /** Returns that whoever is at the address speaks another language. */
  ModelException foreign(String type) {
    return permanent(
        Reason.BROKEN_ANSWER,
        "%s answered at %s with no stream of events, but with %s"
            .formatted(self(), base, scrubber.clean(type)),
        Remedies.address(name));
  }

  /** Returns that a whole answer holds nothing. */
  ModelException empty() {
    return permanent(
        Reason.BROKEN_ANSWER,
        self() + " gave an empty answer",
        "Ask again in other words, or choose another model.");
  }

  private static ModelException permanent(Reason reason, String message, String remedy) {
    return ModelException.permanent(reason, message, remedy);
  }

  private String self() {
    return "the provider '" + name + "'";
  }
}
