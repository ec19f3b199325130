package dev.otters.oci.registry.endpoint;

import dev.otters.agentfile.Quoted;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.http.ForbiddenAddressException;
import dev.otters.oci.json.JsonView;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Locale;
import javax.net.ssl.SSLException;

/**
 * Turns what a registry did into errors that say who, what, and what to do.
 *
 * @param endpoint the registry
 */
public record Failures(Endpoint endpoint) {
  private static final int LARGEST_ERROR = 8192;

  /** The registry did not answer, or broke off, each time. */
  public OciException unreachable(String what, int attempts, Duration time, IOException last) {
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
        remedy(last),
        last);
  }

  private String remedy(IOException last) {
    if (!(last instanceof SSLException)) {
      return "Check that the registry runs and that host and port are right; images of the local"
          + " store need no registry.";
    }
    return "If its certificate is signed by an authority of your own, put that authority's"
        + " certificate into /etc/docker/certs.d/"
        + endpoint.host()
        + "/ca.crt or name the file in OTTERS_CA_FILE; plain HTTP is spoken to loopback addresses"
        + " only.";
  }

  /** The thread that waits for the registry was interrupted. */
  public OciException interrupted(String what, Exception cause) {
    return new OciException(
        Reason.UNREACHABLE,
        "getting " + what + " from registry " + endpoint.host() + " was interrupted",
        "Try again; what was fetched until now need not be fetched again.",
        cause);
  }

  /** The registry answered with a status that trying again will not change. */
  public OciException refused(String what, int status, InputStream body) {
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
  public OciException failing(String what, int status, int attempts) {
    return new OciException(
        Reason.REGISTRY,
        "registry %s answered %d to %s, %d times"
            .formatted(endpoint.host(), status, what, attempts),
        "Try again later, or ask who runs the registry.");
  }

  /** The registry asks us to wait longer than we do. */
  public OciException rateLimited(String what, Duration wait) {
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
  public OciException broken(String why) {
    return new OciException(
        Reason.REGISTRY,
        "registry " + endpoint.host() + " " + why,
        "Ask who runs the registry; nothing was taken from it.");
  }

  /** The registry sends us to an address that is none of its business. */
  public OciException forbidden(ForbiddenAddressException refusal) {
    return broken("sends us to " + refusal.getMessage() + ", which is not followed");
  }

  /** The registry gave something else than was asked for. */
  public OciException mismatch(String what, String why) {
    return new OciException(
        Reason.DIGEST_MISMATCH,
        what + " " + why,
        "The registry is damaged or hostile; nothing of it was kept.");
  }

  private OciException denied(String what, int status, String said) {
    return new OciException(
        Reason.DENIED,
        "registry " + endpoint.host() + " denies access to " + what + " (" + status + ")" + said,
        "Check the name; if the image is private, log in with: otters login " + endpoint.host());
  }

  private static String describe(IOException failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && cause instanceof SSLException) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.toString() : String.valueOf(cause.getMessage());
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
