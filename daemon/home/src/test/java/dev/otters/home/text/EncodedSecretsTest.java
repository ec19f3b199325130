package dev.otters.home.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncodedSecretsTest {
  private static final String SECRET = "tok/en+with ä?&=~>>> and-32-more";
  private final Redactor redactor = new Redactor(List.of(SECRET));

  private static String base64(Base64.Encoder encoder, String text) {
    return encoder.encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns every piece of 8 characters of the base64 of the secret, at any alignment. */
  private static void assertHidden(String clean, String written) {
    assertThat(clean).contains("(secret)");
    for (int at = 4; at + 8 < written.length() - 4; at++) {
      assertThat(clean).doesNotContain(written.substring(at, at + 8));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "ab"})
  void base64IsHiddenAtEachAlignment(String before) {
    for (Base64.Encoder encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
      String written = base64(encoder, before + SECRET);
      assertHidden(redactor.redact("x " + written + " y"), written);
      assertHidden(redactor.redact(base64(encoder, before + SECRET + "\n")), written);
    }
  }

  @Test
  void base64InLinesIsHidden() {
    String long64 = base64(Base64.getEncoder(), "a prefix of another length: " + SECRET);
    for (int width : List.of(20, 50, 64)) {
      String lines = long64.replaceAll("(.{" + width + "})", "$1\n");
      String secret = base64(Base64.getEncoder(), SECRET.substring(2));
      String clean = redactor.redact(lines);
      assertThat(clean).contains("(secret)");
      assertThat(clean.replace("\n", "")).doesNotContain(secret.substring(4, 20));
      assertThat(redactor.redact(lines.replace("\n", "\\n")))
          .contains("(secret)")
          .doesNotContain("IHdpdGg");
    }
  }

  @Test
  void urlsAreHidden() {
    String form = URLEncoder.encode(SECRET, StandardCharsets.UTF_8);
    String strict = form.replace("+", "%20").replace("%7E", "~");
    for (String written :
        List.of(form, strict, strict.replace("%2F", "/"), strict.replace("%C3%A4", "%c3%a4"))) {
      String lower = written.contains("%c3") ? lowerDigits(written) : written;
      assertThat(redactor.redact("https://x/?t=" + lower + "&b"))
          .isEqualTo("https://x/?t=(secret)&b");
    }
  }

  private static String lowerDigits(String text) {
    return java.util.regex.Pattern.compile("%..")
        .matcher(text)
        .replaceAll(digits -> digits.group().toLowerCase(java.util.Locale.ROOT));
  }

  @Test
  void harmlessTextsStay() {
    String text = "one\ntwo\\nthree\r\n" + base64(Base64.getEncoder(), "something else entirely");
    assertThat(redactor.redact(text)).isEqualTo(text);
  }
}
