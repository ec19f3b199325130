package dev.otters.agentfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImageNameTest {
  private static final String DIGEST = "sha256:" + "0".repeat(64);

  @Test
  void theFirstSegmentIsAHostIfItLooksLikeOne() {
    assertThat(ImageName.of("ghcr.io/a/b:1").host()).contains("ghcr.io");
    assertThat(ImageName.of("localhost/a").host()).contains("localhost");
    assertThat(ImageName.of("registry:5000/a").host()).contains("registry:5000");
    assertThat(ImageName.of("tools/sh:1").host()).isEmpty();
    assertThat(ImageName.of("localhost:5000").tag()).contains("5000");
  }

  @Test
  void tagAndDigestAreOptional() {
    var both = ImageName.of("a.b/c/d:1.2@" + DIGEST);

    assertThat(both)
        .isEqualTo(
            new ImageName(Optional.of("a.b"), "c/d", Optional.of("1.2"), Optional.of(DIGEST)));
    assertThat(ImageName.of("a").tag()).isEmpty();
  }

  @Test
  void aRepositoryHasALimit() {
    String longest = "a".repeat(255);
    assertThat(ImageName.of(longest + ":1").repository()).isEqualTo(longest);
    assertThat(ImageName.complaintAbout(longest + "a:1")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "a/b", "a__b/c-d.e--f", "h.x:1/a:T_1", "127.0.0.1:5000/a/b/c", "a:latest"})
  void itsTextIsWhatWasWritten(String text) {
    assertThat(ImageName.of(text)).hasToString(text);
    assertThat(ImageName.of(text + "@" + DIGEST)).hasToString(text + "@" + DIGEST);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "a/",
        "A",
        "/a",
        "a//b",
        "a b",
        "a:",
        "a:b:c",
        "a@",
        "a@sha256:00",
        "a@md5:00",
        "ghcr.io/",
        "..",
        "a/../b",
        "a_-b",
        "-a",
        "a-",
        "h.x:port/a",
        "http://h.x/a",
        "a:-1",
        ":1",
        "a\n"
      })
  void otherTextIsRefused(String text) {
    assertThat(ImageName.complaintAbout(text)).isPresent();
    assertThatThrownBy(() -> ImageName.of(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void veryLongTextIsRefusedWithoutEffort() {
    assertThat(ImageName.complaintAbout("a.".repeat(500_000))).isPresent();
    assertThat(ImageName.complaintAbout("a/".repeat(500_000) + "a:b")).isPresent();
  }
}
