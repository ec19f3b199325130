package dev.otters.oci.registry;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A server's certificate, its key, and the authority that vouches for it, all in PEM files.
 *
 * @param authority the authority's certificate
 * @param certificate the server's
 * @param key the server's
 * @param keys the key with its certificates
 */
record Certified(Path authority, Path certificate, Path key, KeyStore keys) {
  private static final char[] PASSWORD = "otters".toCharArray();
  private static final String SERVER = "server";

  /** Makes a certificate for 127.0.0.1, good today. */
  static Certified in(Path folder) throws IOException, InterruptedException {
    return in(folder, "ip:127.0.0.1", "-1d");
  }

  /**
   * Makes a certificate that is good for two days.
   *
   * @param name whom it is for, as {@code dns:NAME} or {@code ip:ADDRESS}
   * @param begin its first day, seen from today: {@code -1d}
   */
  static Certified in(Path folder, String name, String begin)
      throws IOException, InterruptedException {
    Path store = folder.resolve("keys.p12");
    keytool(store, "authority", "-30d", "60", "-ext", "bc:c");
    keytool(store, SERVER, begin, "2", "-ext", "san=" + name, "-signer", "authority");
    try (InputStream in = Files.newInputStream(store)) {
      KeyStore both = KeyStore.getInstance("PKCS12");
      both.load(in, PASSWORD);
      KeyStore one = KeyStore.getInstance("PKCS12");
      one.load(null, null);
      Certificate[] chain = both.getCertificateChain(SERVER);
      one.setKeyEntry(SERVER, both.getKey(SERVER, PASSWORD), PASSWORD, chain);
      return new Certified(
          pem(folder.resolve("authority.crt"), "CERTIFICATE", chain[1].getEncoded()),
          pem(folder.resolve("server.crt"), "CERTIFICATE", chain[0].getEncoded()),
          pem(
              folder.resolve("server.key"),
              "PRIVATE KEY",
              one.getKey(SERVER, PASSWORD).getEncoded()),
          one);
    } catch (GeneralSecurityException e) {
      throw new IOException("the certificate cannot be read", e);
    }
  }

  /** Returns what speaks TLS with this certificate. */
  SSLContext tls() throws GeneralSecurityException {
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  /** Returns the certificate as base64 of DER. */
  String encodedCertificate() throws GeneralSecurityException {
    return Base64.getEncoder().encodeToString(keys.getCertificate(SERVER).getEncoded());
  }

  PrivateKey privateKey() throws GeneralSecurityException {
    return (PrivateKey) keys.getKey(SERVER, PASSWORD);
  }

  private static Path pem(Path file, String what, byte[] content) throws IOException {
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return Files.writeString(
        file, "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(what, lines));
  }

  private static void keytool(Path store, String alias, String begin, String days, String... more)
      throws IOException, InterruptedException {
    Path program = Path.of(System.getProperty("java.home"), "bin", "keytool");
    List<String> command = new ArrayList<>(List.of(program.toString(), "-genkeypair"));
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", new String(PASSWORD)));
    command.addAll(List.of("-alias", alias, "-dname", "CN=" + alias));
    command.addAll(List.of("-startdate", begin, "-validity", days));
    command.addAll(List.of(more));
    Process made =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (made.waitFor() != 0) {
      throw new IOException("keytool makes no certificate");
    }
  }
}
