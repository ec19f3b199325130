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
 * A permanent TLS failure of a server.
 *
 * @param why the end of a sentence that starts with the server's name
 * @param remedy what to do about it
 * @param fix the operation by which the remedy is carried out, if there is one
 */
record Distrust(String why, String remedy, Optional<Fix> fix) {
  private static final String NO_TLS = "Unsupported or unrecognized SSL message";

  private Distrust(String why, String remedy) {
    this(why, remedy, Optional.empty());
  }

  OciException failure(String subject, IOException cause) {
    OciException failure = new OciException(Reason.UNREACHABLE, subject + " " + why, remedy, cause);
    return fix.map(failure::with).orElse(failure);
  }

  /**
   * Returns the permanent failure; empty if a retry may succeed.
   *
   * @param host the host, as in the reference
   * @param place the address of the server
   */
  static Optional<Distrust> of(IOException failure, String host, URI place) {
    if (!(failure instanceof SSLException)) {
      return Optional.empty();
    }
    return Stream.<Throwable>iterate(failure, cause -> cause != null, Throwable::getCause)
        .flatMap(cause -> of(cause, host, place).stream())
        // The innermost cause is the most specific: the cause of an invalid path may be an expired
        // certificate.
        .reduce((outer, inner) -> inner);
  }

  private static Optional<Distrust> of(Throwable cause, String host, URI place) {
    String said = " (" + cause.getMessage() + ")";
    return switch (cause) {
      case CertificateExpiredException _ ->
          Optional.of(new Distrust("has an expired certificate" + said, clock()));
      case CertificateNotYetValidException _ ->
          Optional.of(new Distrust("has a certificate that is not valid yet" + said, clock()));
      case CertPathBuilderException _ ->
          Optional.of(
              new Distrust("has a certificate from an unknown authority" + said, authority(host)));
      case CertificateException _ when said.startsWith(" (No ") ->
          Optional.of(
              new Distrust(
                  "has a certificate for another name" + said,
                  "Use a name from its certificate, or ask the registry's operator"
                      + " for a certificate for "
                      + place.getHost()
                      + "."));
      case CertificateException _ ->
          Optional.of(new Distrust("has an unusable certificate" + said, authority(host)));
      case SSLException _ when said.contains(NO_TLS) ->
          Optional.of(
              new Distrust(
                  "does not use TLS",
                  "Check host and port, or allow plain HTTP.",
                  Optional.of(new Fix(Operation.ALLOW_HTTP, host))));
      default -> Optional.empty();
    };
  }

  private static String clock() {
    return "Check the clock of this machine. If it is right, ask the registry's operator to renew"
        + " the certificate.";
  }

  private static String authority(String host) {
    return "Put the certificate of the authority that signed it into /etc/docker/certs.d/"
        + host
        + "/ca.crt, or set OTTERS_CA_FILE to its file, if you trust the authority.";
  }
}
