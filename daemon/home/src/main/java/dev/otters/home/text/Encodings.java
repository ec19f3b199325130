package dev.otters.home.text;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The usual encodings of a secret: base64 in both alphabets, wherever the secret stands in the
 * encoded text, and those of URLs.
 */
final class Encodings {
  private static final String UNRESERVED = "-_.~";

  /** The characters besides letters and digits that encoders leave as they are. */
  private static final List<String> KEPT = List.of(UNRESERVED, UNRESERVED + "/", "-_.~!*'()");

  /** The same for forms, in which a space is a plus sign. */
  private static final String KEPT_IN_FORMS = "-_.*";

  private static final int BITS = 6;

  private Encodings() {}

  static Set<String> of(String secret) {
    Set<String> forms = new LinkedHashSet<>();
    byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
    for (int before = 0; before < 3; before++) {
      forms.add(base64(bytes, before, Base64.getEncoder()));
      forms.add(base64(bytes, before, Base64.getUrlEncoder()));
    }
    for (HexFormat digits : List.of(HexFormat.of(), HexFormat.of().withUpperCase())) {
      KEPT.forEach(kept -> forms.add(url(bytes, kept, digits)));
      forms.add(url(bytes, KEPT_IN_FORMS, digits).replace("%20", "+"));
    }
    return forms;
  }

  /** Returns the characters that depend on no byte but the secret's, after some other bytes. */
  private static String base64(byte[] secret, int before, Base64.Encoder encoder) {
    byte[] bytes = new byte[before + secret.length];
    System.arraycopy(secret, 0, bytes, before, secret.length);
    int begin = Math.ceilDiv(before * Byte.SIZE, BITS);
    return encoder.encodeToString(bytes).substring(begin, bytes.length * Byte.SIZE / BITS);
  }

  private static String url(byte[] secret, String kept, HexFormat digits) {
    StringBuilder text = new StringBuilder();
    for (byte one : secret) {
      char letter = (char) one;
      boolean plain =
          (letter >= 'a' && letter <= 'z')
              || (letter >= 'A' && letter <= 'Z')
              || (letter >= '0' && letter <= '9')
              || kept.indexOf(letter) >= 0;
      if (plain) {
        text.append(letter);
      } else {
        text.append('%').append(digits.toHexDigits(one));
      }
    }
    return text.toString();
  }
}
