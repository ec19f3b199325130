package dev.otters.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * The trusted certificates: those of the system, and those in files.
 *
 * @param files PEM files, each with at least one certificate
 */
public record Trust(List<Path> files) {
  /** Trusts the authorities of the system only. */
  public static final Trust SYSTEM = new Trust(List.of());

  public Trust {
    files = List.copyOf(files);
  }

  /**
   * Returns a factory of TLS sockets that trust these authorities.
   *
   * @throws UnusableCertificatesException if a file contains no certificate
   */
  SSLSocketFactory sockets() throws IOException {
    if (files.isEmpty()) {
      return (SSLSocketFactory) SSLSocketFactory.getDefault();
    }
    List<Certificate> believed = new ArrayList<>();
    for (Path file : files) {
      believed.addAll(read(file));
    }
    try {
      believed.addAll(List.of(((X509TrustManager) managers(null)[0]).getAcceptedIssuers()));
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (int i = 0; i < believed.size(); i++) {
        store.setCertificateEntry("ca" + i, believed.get(i));
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers(store), null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private static TrustManager[] managers(@org.jspecify.annotations.Nullable KeyStore store)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static Collection<X509Certificate> read(Path file) throws UnusableCertificatesException {
    try (InputStream in = Files.newInputStream(file)) {
      List<X509Certificate> found = new ArrayList<>();
      for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        if (one instanceof X509Certificate usable) {
          found.add(usable);
        }
      }
      if (!found.isEmpty()) {
        return found;
      }
      throw new UnusableCertificatesException(file, "it contains none", null);
    } catch (UnusableCertificatesException e) {
      throw e;
    } catch (IOException | GeneralSecurityException e) {
      throw new UnusableCertificatesException(file, e.toString(), e);
    }
  }
}
