package dev.otters.oci.registry.endpoint;

import dev.otters.agentfile.Quoted;
import dev.otters.credentials.Credentials;
import dev.otters.http.ForbiddenAddressException;
import dev.otters.http.HttpAnswer;
import dev.otters.http.ProxyRefusal;
import dev.otters.http.UnusableCertificatesException;
import dev.otters.oci.Fix;
import dev.otters.oci.Fix.Operation;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.json.JsonView;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * Words the failures of a registry.
 *
 * @param subject the failing server, at the start of each message
 * @param place the address of the server
 */
public record Failures(Endpoint endpoint, String subject, URI place) {
  private static final int LARGEST_ERROR = 8192;

  /** Creates the failures of a registry. */
  public Failures(Endpoint endpoint) {
    this(endpoint, "registry " + endpoint.host(), endpoint.base());
  }

  /** Returns the failures of the registry's token service. */
  public Failures ofTokenService(URI realm) {
    String authority = String.valueOf(realm.getAuthority());
    String who = "token service " + Quoted.of(authority).replace("\"", "") + " of " + subject;
    return new Failures(endpoint, who, realm.resolve("/"));
  }

  /** Returns the failure of a registry that did not respond in any attempt. */
  public OciException unreachable(String what, int attempts, Duration time, IOException last) {
    return new OciException(
        Reason.UNREACHABLE,
        String.format(
            Locale.ROOT,
            "%s does not answer: %s in %.1f s to get %s from %s; last: %s",
            subject,
            attempts(attempts),
            time.toMillis() / 1000.0,
            what,
            place,
            describe(last)),
        "Check that the registry is running, and check its host and port.",
        last);
  }

  /** Returns the failure of a server without a trusted certificate; empty for other failures. */
  public Optional<OciException> distrusted(IOException failure) {
    return Distrust.of(failure, endpoint.host(), place)
        .map(distrust -> distrust.failure(subject, failure));
  }

  /** Returns the failure of a file of certificates that cannot be used. */
  public OciException certificates(UnusableCertificatesException failure) {
    return new OciException(
        Reason.UNREACHABLE,
        String.valueOf(failure.getMessage()),
        "Put the authority's certificate there in PEM form, or remove the file.",
        failure);
  }

  /** Returns the failure of a proxy that refused the connection. */
  public OciException kept(ProxyRefusal refusal) {
    return new OciException(
        Reason.UNREACHABLE,
        subject + " cannot be reached: " + refusal.getMessage(),
        "Correct HTTPS_PROXY or HTTP_PROXY in the daemon's environment, or add "
            + endpoint.host()
            + " to NO_PROXY; then restart the daemon.",
        refusal);
  }

  /** Returns the failure of an interrupted call. */
  public OciException interrupted(String what, Exception cause) {
    return new OciException(
        Reason.UNREACHABLE,
        "getting " + what + " from " + subject + " was interrupted",
        "Try again to resume.",
        cause);
  }

  /**
   * Returns the failure for a permanent error status.
   *
   * @param login the login that was sent
   */
  public OciException refused(String what, HttpAnswer answer, Login login) {
    int status = answer.status();
    String said = said(answer);
    return switch (status) {
      case 401, 403 ->
          login
              .credentials()
              .map(shown -> denied(shown, login, status, said))
              .orElseGet(() -> denied(what, login, status, said));
      case 404 ->
          new OciException(
                  Reason.NOT_FOUND,
                  subject + " has no " + what.replaceFirst("^a ", "") + said,
                  "Check the name, and the tag or digest.")
              .by(endpoint.host());
      default ->
          new OciException(
              Reason.REGISTRY,
              subject + " returned " + status + " for " + what + said,
              "Try again later, or ask the registry's operator.");
    };
  }

  /** Returns the failure of a redirect target that denied access. */
  public OciException deniedElsewhere(URI server, int status) {
    return new OciException(
        Reason.REGISTRY,
        "%s redirects to %s, which denies access (%s)"
            .formatted(subject, Quoted.of(String.valueOf(server.getAuthority())), status),
        "Check the clock of this machine, since such links expire within minutes, and try again.");
  }

  /** Returns the failure of a registry with a server error in each attempt. */
  public OciException failing(String what, int status, int attempts) {
    return new OciException(
        Reason.REGISTRY,
        "%s returned %d for %s in %s".formatted(subject, status, what, attempts(attempts)),
        "Try again later, or ask the registry's operator.");
  }

  /** Returns the failure of a registry that asks for a longer wait than we accept. */
  public OciException rateLimited(String what, Duration wait) {
    return new OciException(
            Reason.RATE_LIMITED,
            subject
                + " limits the rate of requests and refused "
                + what
                + (wait.isZero() ? "" : "; it asks to wait " + wait.toSeconds() + " s"),
            "Wait a while, or log in.")
        .by(endpoint.host())
        .with(login());
  }

  /**
   * Returns the failure of a registry that breaks the protocol or redirects to a forbidden address.
   */
  public OciException broken(String why) {
    return new OciException(Reason.REGISTRY, subject + " " + why, "Ask the registry's operator.");
  }

  /** The registry redirects to an address that is none of its business. */
  public OciException forbidden(ForbiddenAddressException refusal) {
    if (!endpoint.mayBeHere() && place.equals(endpoint.base())) {
      return new OciException(
              Reason.REGISTRY,
              subject + ", which only an image names, is not allowed: " + refusal.getMessage(),
              "Pull the image from it yourself, or add "
                  + endpoint.host()
                  + " to insecure-registries in ottersd.yaml, if you trust it.",
              refusal)
          .by(endpoint.host());
    }
    return broken("redirects to a forbidden address: " + refusal.getMessage());
  }

  /** Returns the failure of a registry that sent wrong content. */
  public OciException mismatch(String what, String why) {
    return new OciException(
        Reason.DIGEST_MISMATCH,
        what + " from " + subject + " " + why,
        "Ask the registry's operator: the registry is damaged or hostile. Nothing was kept.");
  }

  private static String attempts(int count) {
    return count == 1 ? "1 attempt" : count + " attempts";
  }

  private OciException denied(String what, Login login, int status, String said) {
    return login.pushes()
        ? denied(" requires a login to push to " + endpoint.repository(), status, said, "Log in.")
        : denied(
            " denies access to " + what,
            status,
            said,
            "Check the name; if the image is private, log in.");
  }

  /** Returns the failure for rejected credentials, or for missing permissions. */
  private OciException denied(Credentials shown, Login login, int status, String said) {
    String who = Login.who(shown);
    if (status == 401 && !login.byToken()) {
      return denied(" rejects the login of " + who, status, said, "Log in again.");
    }
    String way = login.pushes() ? "push to " : "pull from ";
    String wish = endpoint.repository().isEmpty() ? "log in" : way + endpoint.repository();
    return denied(
        " does not allow " + who + " to " + wish,
        status,
        said,
        "Check the name. Ask the registry's operator for the right to %s, or log in as another user."
            .formatted(wish));
  }

  private OciException denied(String found, int status, String said, String remedy) {
    String message = subject + found + " (" + status + ")" + said;
    return new OciException(Reason.DENIED, message, remedy).by(endpoint.host()).with(login());
  }

  private Fix login() {
    return new Fix(Operation.LOG_IN, endpoint.host());
  }

  private static String describe(IOException failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && cause instanceof SSLException) {
      cause = cause.getCause();
    }
    String said =
        cause.getMessage() == null ? cause.toString() : String.valueOf(cause.getMessage());
    return failure instanceof SSLException ? "TLS failed: " + said : said;
  }

  /** Returns the registry's own message, if there is one. */
  private static String said(HttpAnswer answer) {
    try {
      byte[] json = answer.bytes(LARGEST_ERROR);
      return JsonView.parse(json, "answer", Reason.REGISTRY).objects("errors").stream()
          .findFirst()
          .flatMap(error -> error.optionalText("message").or(() -> error.optionalText("code")))
          .map(text -> "; it says " + Quoted.of(text))
          .orElse("");
    } catch (IOException | OciException _) {
      return "";
    }
  }
}
