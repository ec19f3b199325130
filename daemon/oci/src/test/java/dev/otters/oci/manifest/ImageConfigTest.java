package dev.otters.oci.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.Descriptor;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Platform;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageConfigTest {
  private static final String VALID =
      "{'os':'linux','architecture':'arm','variant':'v7','config':{'Env':['A=b'],"
          + "'Entrypoint':['/x'],'Labels':{'k':'v'}},'rootfs':{'type':'layers','diff_ids':['sha256:"
          + "ab".repeat(32)
          + "']}}";

  @Test
  void readsWhatMattersHere() {
    ImageConfig config = read(VALID);

    assertThat(config.platform()).isEqualTo(Platform.parse("linux/arm/v7"));
    assertThat(config.diffIds()).hasSize(1);
    assertThat(config.entrypoint()).containsExactly("/x");
    assertThat(config.labels()).containsEntry("k", "v");
  }

  @Test
  void anEmptyVariantAndNullsAreAbsent() {
    ImageConfig config =
        read(
            "{'os':'linux','architecture':'amd64','variant':'','config':{'Labels':null,"
                + "'Entrypoint':null},'rootfs':{'diff_ids':[]}}");

    assertThat(config.platform()).hasToString("linux/amd64");
    assertThat(config.labels()).isEmpty();
    assertThat(config.entrypoint()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'rootfs' | 'other' | rootfs",
        "'os':'linux', | | os",
        "'linux' | '../x' | platform",
        "sha256:ab | sha256:zz | diff_ids",
        "'Labels':{'k':'v'} | 'Labels':{'k':1} | Labels.k",
        "'config':{ | 'config':7,'x':{ | config",
      })
  void saysWhichFieldIsWrong(String find, String replacement, String named) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> read(VALID.replace(find, replacement == null ? "" : replacement)))
        .withMessageContaining(named)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.INVALID_IMAGE));
  }

  @Test
  void onlyTheExactPlatformIsChosenAndAttestationsAreNone() {
    Descriptor amd = child("linux/amd64", "a");
    Descriptor other = child("unknown/unknown", "b");
    Descriptor arm = child("linux/arm64/v8", "c");
    ImageIndex index =
        new ImageIndex(MediaTypes.INDEX, Optional.empty(), List.of(other, amd, arm), Map.of());

    assertThat(PlatformChoice.choose(index, Platform.parse("linux/arm64"), "x")).isEqualTo(arm);
    assertThat(PlatformChoice.platforms(index))
        .extracting(Platform::toString)
        .containsExactly("linux/amd64", "linux/arm64");
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> PlatformChoice.choose(index, Platform.parse("linux/arm/v7"), "x:1"))
        .withMessage("x:1 has no image for linux/arm/v7; it has linux/amd64, linux/arm64");
  }

  private static Descriptor child(String platform, String content) {
    return Descriptor.of(MediaTypes.MANIFEST, content.getBytes(UTF_8))
        .withPlatform(Platform.parse(platform));
  }

  private static ImageConfig read(String json) {
    return ImageConfig.read(json.replace('\'', '"').getBytes(UTF_8), "x:1");
  }
}
