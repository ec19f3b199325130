package dev.otters.oci.registry;

import dev.otters.agentfile.Quoted;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.json.JsonView;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Locale;
import javax.net.ssl.SSLException;

/** Turns what a registry did into errors that say who, what, and what to do. */
final class Failures {
  private static final int LARGEST_ERROR = 8192;

  private final Endpoint endpoint;

  Failures(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  /** The registry did not answer, or broke off, each time. */
  OciException unreachable(String what, int attempts, Duration time, IOException last) {
    String remedy =
        last instanceof SSLException
            ? "Check the registry's certificate; plain HTTP is spoken to loopback addresses only."
            : "Check that the registry runs and that host and port are right; images of the local"
                + " store need no registry.";
    return new OciException(
        Reason.UNREACHABLE,
        String.format(
            Locale.ROOT,
            "registry %s does not answer: tried %d times in %.1f s to get %s from %s; last: %s",
            endpoint.host(),
            attempts,
            time.toMillis() / 1000.0,
            what,
            endpoint.base(),
            describe(last)),
        remedy,
        last);
  }

  /** The registry answered with a status that trying again will not change. */
  OciException refused(String what, int status, InputStream body) {
    String said = said(body);
    return switch (status) {
      case 401, 403 -> denied(what, status, said);
      case 404 ->
          new OciException(
              Reason.NOT_FOUND,
              "registry " + endpoint.host() + " has no " + what + said,
              "Check the name and the tag.");
      default ->
          new OciException(
              Reason.REGISTRY,
              "registry " + endpoint.host() + " answered " + status + " to " + what + said,
              "Try again later, or ask who runs the registry.");
    };
  }

  /** The registry kept failing. */
  OciException failing(String what, int status, int attempts) {
    return new OciException(
        Reason.REGISTRY,
        "registry %s answered %d to %s, %d times"
            .formatted(endpoint.host(), status, what, attempts),
        "Try again later, or ask who runs the registry.");
  }

  /** The registry asks us to wait longer than we do. */
  OciException rateLimited(String what, Duration wait) {
    return new OciException(
        Reason.RATE_LIMITED,
        "registry "
            + endpoint.host()
            + " limits how often it is asked, and refused "
            + what
            + (wait.isZero() ? "" : "; it asks to wait " + wait.toSeconds() + " s"),
        "Wait a while, or log in with: otters login " + endpoint.host());
  }

  /** The registry breaks the protocol, or sends us where we do not go. */
  OciException broken(String why) {
    return new OciException(
        Reason.REGISTRY,
        "registry " + endpoint.host() + " " + why,
        "Ask who runs the registry; nothing was taken from it.");
  }

  private OciException denied(String what, int status, String said) {
    return new OciException(
        Reason.DENIED,
        "registry " + endpoint.host() + " denies access to " + what + " (" + status + ")" + said,
        "Check the name; if the image is private, log in with: otters login " + endpoint.host());
  }

  private static String describe(IOException failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && !(cause instanceof UnresolvedAddressException)) {
      cause = cause.getCause();
    }
    if (cause instanceof UnresolvedAddressException) {
      return "the host is unknown";
    }
    if (failure instanceof HttpTimeoutException || failure.getMessage() != null) {
      return String.valueOf(failure.getMessage());
    }
    return failure instanceof ConnectException ? "connection refused" : failure.toString();
  }

  /** Returns the registry's own words, if it found some. */
  private static String said(InputStream body) {
    try {
      byte[] json = body.readNBytes(LARGEST_ERROR);
      return JsonView.parse(json, "answer", Reason.REGISTRY).objects("errors").stream()
          .findFirst()
          .flatMap(error -> error.optionalText("message").or(() -> error.optionalText("code")))
          .map(text -> "; it says " + Quoted.of(text))
          .orElse("");
    } catch (IOException | OciException noWords) {
      return "";
    }
  }
}
