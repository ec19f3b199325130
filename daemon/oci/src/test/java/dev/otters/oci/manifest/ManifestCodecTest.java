package dev.otters.oci.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.Descriptor;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Platform;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManifestCodecTest {
  private static final Descriptor BLOB = Descriptor.of(MediaTypes.OCTETS, "x".getBytes(UTF_8));
  private static final String VALID =
      "{'schemaVersion':2,'mediaType':'application/vnd.oci.image.manifest.v1+json','config':{"
          + "'mediaType':'a/b','digest':'"
          + BLOB.digest()
          + "','size':1},'layers':[{'mediaType':'a/b','digest':'"
          + BLOB.digest()
          + "','size':1,'annotations':{'k':'v'}}],'annotations':{'a':'b'}}";

  @Test
  void readsWhatItWrites() {
    ImageManifest image =
        new ImageManifest(
            MediaTypes.MANIFEST,
            Optional.of(MediaTypes.BIN),
            BLOB,
            List.of(BLOB.withAnnotations(Map.of("b", "2", "a", "1"))),
            Map.of("z", "1", "y", "2"));
    ImageIndex index =
        new ImageIndex(
            MediaTypes.INDEX,
            Optional.empty(),
            List.of(BLOB.withPlatform(Platform.parse("linux/arm/v7")).withArtifactType("a/b")),
            Map.of());

    assertThat(ManifestCodec.read(ManifestCodec.write(image), "x")).isEqualTo(image);
    assertThat(ManifestCodec.read(ManifestCodec.write(index), "x")).isEqualTo(index);
  }

  @Test
  void passesOverFieldsOfLaterVersions() {
    assertThat(read(VALID.replace("'schemaVersion'", "'later':{'x':[1]},'schemaVersion'")))
        .isInstanceOf(ImageManifest.class);
  }

  @Test
  void anOlderManifestWithoutMediaTypeIsKnownByItsFields() {
    String plain = VALID.replace("'mediaType':'application/vnd.oci.image.manifest.v1+json',", "");

    assertThat(read(plain)).isInstanceOf(ImageManifest.class);
    assertThat(read("{'schemaVersion':2,'manifests':[]}")).isInstanceOf(ImageIndex.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'schemaVersion':2 | 'schemaVersion':1 | schemaVersion",
        "'schemaVersion':2 | 'schemaVersion':'2' | schemaVersion",
        "'size':1 | 'size':-1 | config.size",
        "'size':1 | 'size':9223372036854775807 | config.size",
        "'size':1 | 'size':1.5 | config.size",
        "'size':1 | 'size':99999999999999999999 | config.size",
        "sha256: | sha1: | config.digest",
        "'mediaType':'a/b' | 'mediaType':'a b' | config.mediaType",
        "'mediaType':'a/b' | 'mediaType':7 | config.mediaType",
        "'layers':[ | 'layers':[7, | layers[0]",
        "'k':'v' | 'k':1 | layers[0].annotations.k",
        "'annotations':{'a':'b'} | 'manifests':[] | manifests",
        "image.manifest.v1 | image.manifest.v9 | mediaType",
        "'annotations':{'a':'b'} | 'config':7 | uplicate",
        "{'schemaVersion' | 7 {'schemaVersion' | not valid JSON",
      })
  void saysWhichFieldIsWrong(String find, String replacement, String named) {
    String broken = VALID.replaceFirst(Pattern.quote(find), replacement);

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> read(broken))
        .withMessageContaining(named)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.INVALID_IMAGE));
  }

  @Test
  void boundsSizeDepthAndNumberOfReferences() {
    String layer = VALID.substring(VALID.indexOf("[{") + 1, VALID.indexOf("}]") + 1);
    String many = VALID.replace(layer, String.join(",", Collections.nCopies(1001, layer)));

    assertRefused(many.getBytes(UTF_8));
    assertRefused(new byte[ManifestCodec.LARGEST + 1]);
    assertRefused("[".repeat(100_000).getBytes(UTF_8));
    assertRefused("{\"a\":".repeat(100_000).getBytes(UTF_8));
  }

  @Test
  void damagedManifestsGiveOneClearErrorOrAManifest() {
    Random random = new Random(7);
    byte[] valid = VALID.replace('\'', '"').getBytes(UTF_8);
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = valid.clone();
      for (int j = random.nextInt(4); j >= 0; j--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      try {
        assertThat(ManifestCodec.read(damaged, "x")).isNotNull();
      } catch (OciException e) {
        assertThat(e.reason()).isEqualTo(Reason.INVALID_IMAGE);
      }
    }
  }

  private static void assertRefused(byte[] json) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> ManifestCodec.read(json, "x"))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.INVALID_IMAGE));
  }

  private static Manifest read(String json) {
    return ManifestCodec.read(json.replace('\'', '"').getBytes(UTF_8), "x");
  }
}
