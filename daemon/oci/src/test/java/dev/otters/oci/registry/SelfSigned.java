package dev.otters.oci.registry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/**
 * A certificate for 127.0.0.1 that vouches for itself, and its key.
 *
 * @param certificate a PEM file
 * @param key a PEM file
 */
record SelfSigned(Path certificate, Path key) {
  /** Names the files of a certificate, which need not exist yet. */
  static SelfSigned in(Path folder) {
    return new SelfSigned(folder.resolve("server.crt"), folder.resolve("server.key"));
  }

  /** Makes the certificate. */
  SelfSigned make() throws IOException, InterruptedException {
    Process made =
        new ProcessBuilder(
                List.of(
                    "openssl",
                    "req",
                    "-x509",
                    "-newkey",
                    "ec",
                    "-pkeyopt",
                    "ec_paramgen_curve:prime256v1",
                    "-nodes",
                    "-days",
                    "2",
                    "-subj",
                    "/CN=registry",
                    "-addext",
                    "subjectAltName=IP:127.0.0.1",
                    "-keyout",
                    key.toString(),
                    "-out",
                    certificate.toString()))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (made.waitFor() != 0) {
      throw new IOException("openssl makes no certificate");
    }
    return this;
  }

  /** Returns the certificate as base64 of DER. */
  String encodedCertificate() throws IOException {
    return body(certificate);
  }

  PrivateKey privateKey() throws IOException, GeneralSecurityException {
    return KeyFactory.getInstance("EC")
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body(key))));
  }

  private static String body(Path pem) throws IOException {
    return Files.readString(pem).replaceAll("-----[^-]*-----|\\s", "");
  }
}
