package dev.otters.home.hash;

import java.security.Provider;
import java.security.Security;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The security provider of fast digests. The daemon runs with the JDK's quick compiler only, which
 * hashes some 70 MB/s; the same code of the system's OpenSSL hashes more than 1 GB/s. Thread-safe.
 */
public final class FastDigests extends Provider {
  static final String SHA256 = "SHA-256";

  private static final long serialVersionUID = 1;

  FastDigests(Provider jdk, Supplier<Optional<Libcrypto>> library) {
    super("Otters", "1", "SHA-256 of libcrypto");
    putService(
        new Service(this, "MessageDigest", SHA256, FastSha256.class.getName(), List.of(), null) {
          @Override
          public Object newInstance(Object parameter) {
            return new FastSha256(jdk, library);
          }
        });
  }

  /** Loads the library when it is first used. */
  private static final class Library {
    static final Optional<Libcrypto> FOUND = Libcrypto.find();
  }

  /**
   * Loads the library. To be called before a thread that has other rights than the daemon hashes
   * something: it must not load what it cannot read.
   */
  public static void load() {
    var unused = Library.FOUND;
  }

  /** Makes all later digests of this process fast. Does nothing when called again. */
  public static void install() {
    Provider jdk = Security.getProvider("SUN");
    if (jdk != null) {
      Security.insertProviderAt(new FastDigests(jdk, () -> Library.FOUND), 1);
    }
  }
}
