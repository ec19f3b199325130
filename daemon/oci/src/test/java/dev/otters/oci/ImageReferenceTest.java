package dev.otters.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.OciException.Reason;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageReferenceTest {
  private static final String HEX = "0123456789abcdef".repeat(4);

  @ParameterizedTest
  @CsvSource({
    "tools/sh:1, , tools/sh, 1",
    "guide, , guide, latest",
    "localhost/a/b:c, localhost, a/b, c",
    "localhost:5000/jq, localhost:5000, jq, latest",
    "ghcr.io/open-otters/tools/jq:1.7, ghcr.io, open-otters/tools/jq, 1.7",
    "[::1]:5000/jq:2, [::1]:5000, jq, 2",
    "host.io:65535/jq, host.io:65535, jq, latest",
    "a__b/c---d.e_f, , a__b/c---d.e_f, latest",
  })
  void readsHostRepositoryAndTag(String text, String host, String repository, String tag) {
    ImageReference reference = ImageReference.parse(text);

    assertThat(reference.host().orElse(null)).isEqualTo(host);
    assertThat(reference.isLocal()).isEqualTo(host == null);
    assertThat(reference.repository()).isEqualTo(repository);
    assertThat(reference.tag()).contains(tag);
  }

  @Test
  void aDigestStandsAloneOrBesideATag() {
    assertThat(ImageReference.parse("a/b@sha256:" + HEX).tag()).isEmpty();
    assertThat(ImageReference.parse("a/b:1@sha256:" + HEX).tag()).contains("1");
    assertThat(ImageReference.parse("a/b:1@sha256:" + HEX).digest()).contains(new Digest(HEX));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "a/",
        "/a",
        "a//b",
        "a:",
        ":a",
        "a:b:c",
        "A",
        "a/B",
        "a b",
        "a\nb",
        "a..b",
        "-a",
        "a-",
        "a___b",
        "../a",
        "a/../b",
        "a@",
        "a@sha256:00",
        "a@md5:00",
        "host.io:/a",
        "host.io:65536/a",
        "host.io:99999/a",
        "host..io/a",
        "host.io/",
        "a:-b",
        "a@sha256:x@sha256:y",
        "ünïcode"
      })
  void refusesWhatIsNoReference(String text) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> ImageReference.parse(text))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.INVALID_REFERENCE))
        .satisfies(e -> assertThat(e.remedy()).isNotEmpty());
  }

  @Test
  void saysThatNamesAreLowerCase() {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> ImageReference.parse("tools/JQ:1"))
        .withMessage(
            "\"tools/JQ:1\" is not a valid image reference: \"JQ\" must be lower-case: letters a-z"
                + " and digits, separated by single . _ or -");
  }

  @Test
  void neverShowsControlCharactersOfAForeignText() {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> ImageReference.parse("a\u001b[31mred"))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\u001b"));
  }

  @Test
  void anyTextIsAReferenceThatWritesItselfOrOneClearError() {
    Random random = new Random(20261122);
    String alphabet = "ab01.._--:/@[]ABZ sha256: \n\u00e9";
    for (int i = 0; i < 50_000; i++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(24);
      for (int j = 0; j < length; j++) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      try {
        ImageReference reference = ImageReference.parse(text.toString());
        assertThat(ImageReference.parse(reference.toString())).isEqualTo(reference);
      } catch (OciException e) {
        assertThat(e.reason()).isEqualTo(Reason.INVALID_REFERENCE);
      }
    }
  }

  @Test
  void aDigestThatIsCutShortIsShownAsItWasWritten() {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> ImageReference.parse("a@sha256:12"))
        .withMessage("\"sha256:12\" is not a valid digest");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sha256", "sha256:1", "sha256:abcdef"})
  void noImageIsCalledLikeADigest(String text) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> ImageReference.given(text))
        .withMessageContaining("the name sha256 is reserved for digests")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.INVALID_REFERENCE));
    assertThatExceptionOfType(OciException.class).isThrownBy(() -> ImageReference.named("SHA256"));
    assertThat(ImageReference.given("r.io/sha256:1").repository()).isEqualTo("sha256");
    assertThat(ImageReference.given("tools/sha256:1").tag()).contains("1");
  }

  @Test
  void namesOfAgentsBecomeLocalReferences() {
    assertThat(ImageReference.named("Guide.v2").toString()).isEqualTo("guide.v2:latest");
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> ImageReference.named("guide-"))
        .satisfies(e -> assertThat(e.remedy()).contains("-t"));
  }
}
