package dev.otters.oci.registry.endpoint;

import dev.otters.oci.Fix;
import dev.otters.oci.Fix.Operation;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.IOException;
import java.net.URI;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * Why a server is not spoken to over TLS, today or tomorrow.
 *
 * @param why goes on after the server's name
 * @param remedy what to do about it
 * @param fix the operation by which the remedy is carried out, if there is one
 */
record Distrust(String why, String remedy, Optional<Fix> fix) {
  private static final String NO_TLS = "Unsupported or unrecognized SSL message";

  private Distrust(String why, String remedy) {
    this(why, remedy, Optional.empty());
  }

  /** Returns the failure of a server. */
  OciException failure(String subject, IOException cause) {
    OciException failure = new OciException(Reason.UNREACHABLE, subject + " " + why, remedy, cause);
    return fix.map(failure::with).orElse(failure);
  }

  /**
   * Finds out why; empty where the next try may end otherwise.
   *
   * @param host as the reference names it
   * @param place where it was looked for
   */
  static Optional<Distrust> of(IOException failure, String host, URI place) {
    if (!(failure instanceof SSLException)) {
      return Optional.empty();
    }
    return Stream.<Throwable>iterate(failure, cause -> cause != null, Throwable::getCause)
        .flatMap(cause -> of(cause, host, place).stream())
        // The innermost says most: a path that cannot be built may be one that has expired.
        .reduce((outer, inner) -> inner);
  }

  private static Optional<Distrust> of(Throwable cause, String host, URI place) {
    String said = " (" + cause.getMessage() + ")";
    return switch (cause) {
      case CertificateExpiredException _ ->
          Optional.of(new Distrust("shows a certificate that has expired" + said, clock()));
      case CertificateNotYetValidException _ ->
          Optional.of(new Distrust("shows a certificate that is not valid yet" + said, clock()));
      case CertPathBuilderException _ ->
          Optional.of(
              new Distrust("shows a certificate that nobody vouches for" + said, authority(host)));
      case CertificateException _ when said.startsWith(" (No ") ->
          Optional.of(
              new Distrust(
                  "shows a certificate that is for another name" + said,
                  "Ask for it by a name that its certificate is for, or ask who runs the registry"
                      + " for a certificate for "
                      + place.getHost()
                      + "."));
      case CertificateException _ ->
          Optional.of(new Distrust("shows a certificate of no use" + said, authority(host)));
      case SSLException _ when said.contains(NO_TLS) ->
          Optional.of(
              new Distrust(
                  "does not speak TLS",
                  "Check host and port, or allow plain HTTP.",
                  Optional.of(new Fix(Operation.ALLOW_HTTP, host))));
      default -> Optional.empty();
    };
  }

  private static String clock() {
    return "Check the clock of this machine; if it is right, ask who runs the registry for a"
        + " certificate that is valid.";
  }

  private static String authority(String host) {
    return "If its certificate is signed by an authority of your own, put that authority's"
        + " certificate into /etc/docker/certs.d/"
        + host
        + "/ca.crt or name the file in OTTERS_CA_FILE.";
  }
}
