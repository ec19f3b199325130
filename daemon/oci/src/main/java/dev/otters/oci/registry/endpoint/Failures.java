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
 * Turns what a registry did into errors that say who, what, and what to do.
 *
 * @param endpoint the registry
 * @param subject who it was
 * @param place where it was asked
 */
public record Failures(Endpoint endpoint, String subject, URI place) {
  private static final int LARGEST_ERROR = 8192;

  /** Speaks of a registry. */
  public Failures(Endpoint endpoint) {
    this(endpoint, "registry " + endpoint.host(), endpoint.base());
  }

  /** Speaks of the registry's token service. */
  public Failures ofTokenService(URI realm) {
    String authority = String.valueOf(realm.getAuthority());
    String who = "token service " + Quoted.of(authority).replace("\"", "") + " of " + subject;
    return new Failures(endpoint, who, realm.resolve("/"));
  }

  /** The registry did not answer, or broke off, each time. */
  public OciException unreachable(String what, int attempts, Duration time, IOException last) {
    return new OciException(
        Reason.UNREACHABLE,
        String.format(
            Locale.ROOT,
            "%s does not answer: tried %d times in %.1f s to get %s from %s; last: %s",
            subject,
            attempts,
            time.toMillis() / 1000.0,
            what,
            place,
            describe(last)),
        "Check that the registry runs and that host and port are right; images of the local"
            + " store need no registry.",
        last);
  }

  /** The server is one that TLS warns of; empty where it is not that, or may pass. */
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

  /** The proxy before the registry does not let us through. */
  public OciException kept(ProxyRefusal refusal) {
    return new OciException(
        Reason.UNREACHABLE,
        subject + " cannot be asked: " + refusal.getMessage(),
        "Correct HTTPS_PROXY or HTTP_PROXY where the daemon is started, or name "
            + endpoint.host()
            + " in NO_PROXY there; then restart the daemon.",
        refusal);
  }

  /** The thread that waits for the registry was interrupted. */
  public OciException interrupted(String what, Exception cause) {
    return new OciException(
        Reason.UNREACHABLE,
        "getting " + what + " from " + subject + " was interrupted",
        "Try again; what was fetched until now need not be fetched again.",
        cause);
  }

  /**
   * The registry answered with a status that trying again will not change.
   *
   * @param login what it was shown
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
              subject + " answered " + status + " to " + what + said,
              "Try again later, or ask who runs the registry.");
    };
  }

  /** The server to which the registry has sent us refuses us. */
  public OciException deniedElsewhere(URI server, int status) {
    return new OciException(
        Reason.REGISTRY,
        subject
            + " sends us to "
            + Quoted.of(String.valueOf(server.getAuthority()))
            + ", which denies access ("
            + status
            + ")",
        "Check the clock of this machine, as such links are good for minutes only, and try again;"
            + " else ask who runs the registry.");
  }

  /** The registry kept failing. */
  public OciException failing(String what, int status, int attempts) {
    return new OciException(
        Reason.REGISTRY,
        "%s answered %d to %s, %d times".formatted(subject, status, what, attempts),
        "Try again later, or ask who runs the registry.");
  }

  /** The registry asks us to wait longer than we do. */
  public OciException rateLimited(String what, Duration wait) {
    return new OciException(
            Reason.RATE_LIMITED,
            subject
                + " limits how often it is asked, and refused "
                + what
                + (wait.isZero() ? "" : "; it asks to wait " + wait.toSeconds() + " s"),
            "Wait a while, or log in.")
        .by(endpoint.host())
        .with(login());
  }

  /** The registry breaks the protocol, or sends us where we do not go. */
  public OciException broken(String why) {
    return new OciException(
        Reason.REGISTRY,
        subject + " " + why,
        "Ask who runs the registry; nothing was taken from it.");
  }

  /** The registry sends us to an address that is none of its business. */
  public OciException forbidden(ForbiddenAddressException refusal) {
    if (!endpoint.mayBeHere() && place.equals(endpoint.base())) {
      return new OciException(
              Reason.REGISTRY,
              subject + ", which an image names, is not asked: " + refusal.getMessage(),
              "If you trust it, pull the image from it yourself, or add "
                  + endpoint.host()
                  + " to insecure-registries in ottersd.yaml.",
              refusal)
          .by(endpoint.host());
    }
    return broken("sends us where no registry may: " + refusal.getMessage());
  }

  /** The registry gave something else than was asked for. */
  public OciException mismatch(String what, String why) {
    return new OciException(
        Reason.DIGEST_MISMATCH,
        what + " from " + subject + " " + why,
        "The registry is damaged or hostile; nothing of it was kept.");
  }

  private OciException denied(String what, Login login, int status, String said) {
    return new OciException(
            Reason.DENIED,
            subject
                + (login.pushes()
                    ? " wants a login of who pushes to " + endpoint.repository()
                    : " denies access to " + what)
                + " ("
                + status
                + ")"
                + said,
            login.pushes() ? "Log in." : "Check the name; if the image is private, log in.")
        .by(endpoint.host())
        .with(login());
  }

  /** Somebody is denied what he asks for, or not believed to be who he is. */
  private OciException denied(Credentials shown, Login login, int status, String said) {
    String who = Login.who(shown);
    boolean unknown = status == 401 && !login.byToken();
    String way = login.pushes() ? "push to " : "pull from ";
    String wish = endpoint.repository().isEmpty() ? "log in" : way + endpoint.repository();
    return new OciException(
            Reason.DENIED,
            subject
                + (unknown
                    ? " does not take the login of " + who
                    : " does not let " + who + " " + wish)
                + " ("
                + status
                + ")"
                + said,
            unknown
                ? "Log in again."
                : "Check the name. Ask the registry's operator for the right to "
                    + wish
                    + ", or log in as another user.")
        .by(endpoint.host())
        .with(login());
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

  /** Returns the registry's own words, if it found some. */
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
