package dev.otters.home.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Digests of the system's library, and of the JDK where there is none. */
class FastDigestsTest {
  private static final Provider JDK = Security.getProvider("SUN");
  private static final int LONGEST = 700_000;

  private final Random random = new Random(7);

  static Stream<Provider> providers() {
    Optional<Libcrypto> found = Libcrypto.find();
    return Stream.of(new FastDigests(JDK, () -> found), new FastDigests(JDK, Optional::empty));
  }

  private static MessageDigest of(Provider provider) throws NoSuchAlgorithmException {
    return MessageDigest.getInstance("SHA-256", provider);
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  @EnabledIf(value = "hasLibrary", disabledReason = "This machine has no libcrypto")
  void theLibraryIsFoundWhereDebianPutsIt() {
    assertThat(Libcrypto.find()).isPresent();
  }

  static boolean hasLibrary() {
    return Files.exists(Path.of("/usr/lib/x86_64-linux-gnu/libcrypto.so.3"));
  }

  @ParameterizedTest
  @MethodSource("providers")
  void anyPartsHaveTheHashOfTheWhole(Provider provider) throws Exception {
    MessageDigest digest = of(provider);
    for (int round = 0; round < 200; round++) {
      byte[] input = bytes(round < 150 ? random.nextInt(10_000) : random.nextInt(LONGEST));
      for (int from = 0; from < input.length; ) {
        int length = 1 + random.nextInt(Math.min(input.length - from, 1 + 2 * round * round));
        if (length == 1) {
          digest.update(input[from]);
        } else {
          digest.update(input, from, length);
        }
        from += length;
      }
      assertThat(digest.digest()).isEqualTo(of(JDK).digest(input));
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void aCopyGoesOnAlone(Provider provider) throws Exception {
    for (int length : new int[] {0, 1, 4095, 4096, 4097, LONGEST}) {
      byte[] input = bytes(length);
      MessageDigest digest = of(provider);
      digest.update(input);

      MessageDigest copy = (MessageDigest) digest.clone();
      copy.update((byte) 1);
      digest.update((byte) 2);

      assertThat(digest.digest(new byte[0])).isEqualTo(after(input, 2));
      assertThat(copy.digest()).isEqualTo(after(input, 1));
    }
  }

  private static byte[] after(byte[] input, int last) throws NoSuchAlgorithmException {
    MessageDigest digest = of(JDK);
    digest.update(input);
    digest.update((byte) last);
    return digest.digest();
  }

  @ParameterizedTest
  @MethodSource("providers")
  void aResetForgetsShortAndLongInputs(Provider provider) throws Exception {
    MessageDigest digest = of(provider);
    for (int length : new int[] {10, LONGEST}) {
      digest.update(bytes(length));
      digest.reset();

      assertThat(digest.digest()).isEqualTo(of(JDK).digest());
    }
  }

  @Test
  void shortInputsLoadNoLibrary() throws Exception {
    Provider provider =
        new FastDigests(
            JDK,
            () -> {
              throw new AssertionError("loaded");
            });

    assertThat(of(provider).digest(bytes(4096))).hasSize(32);
  }
}
