package dev.otters.oci.registry;

import static dev.otters.oci.registry.FakeRegistry.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.credentials.Credentials;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Samples;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.ManifestCodec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryLookTest extends RegistryTestCase {
  private static final String CHALLENGE = "WWW-Authenticate: Basic realm=\"x\"";

  @Test
  void tagsComeFromAllPages() {
    server.next(
        "tags/list?n=1000",
        status(
            200,
            "{\"name\":\"tools/jq\",\"tags\":[\"1\",\"2\"]}",
            "Link: </v2/tools/jq/tags/list?last=2>; rel=\"next\""));
    server.next("tags/list?last=2", status(200, "{\"name\":\"tools/jq\",\"tags\":[\"3\"]}"));

    assertThat(registry.tags(jq)).containsExactly("1", "2", "3");
  }

  @Test
  void aRepositoryWithoutTagsHasNone() {
    server.next("tags/list", status(200, "{\"name\":\"tools/jq\",\"tags\":null}"));

    assertThat(registry.tags(jq)).isEmpty();
  }

  @Test
  void pagesThatNeverEndAreGivenUp() {
    server.always("tags/list", nextPage(""));

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> registry.tags(jq))
        .withMessageContaining("more than 1000 pages of tags");
  }

  @Test
  void aPageThatLeadsBackIsNotFollowed() {
    server.always(
        "tags/list", status(200, "{\"tags\":[]}", "Link: </v2/tools/jq/tags/list>; rel=next"));

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> registry.tags(jq))
        .withMessageContaining("repeats its pages of tags");
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void tagsThatCannotBeAskedForAreLeftOut() {
    server.next("tags/list", status(200, "{\"tags\":[\"1\",\"a\\u001b[31m\",\"b\\nc\",\"\"]}"));

    assertThat(registry.tags(jq)).containsExactly("1");
  }

  @Test
  void tagsThatNeverEndAreGivenUp() {
    server.always("tags/list", nextPage("\"a\",".repeat(150_000) + "\"b\""));

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> registry.tags(jq))
        .withMessageContaining("more than 200000 tags");
  }

  private FakeRegistry.Reply nextPage(String tags) {
    return (request, out) ->
        status(
                200,
                "{\"tags\":[" + tags + "]}",
                "Link: </v2/tools/jq/tags/list?last=" + server.requests().size() + ">; rel=next")
            .write(request, out);
  }

  @Test
  void aConfigOfMoreThanEightMebibytesIsNotFetched() {
    Descriptor config =
        new Descriptor(MediaTypes.IMAGE_CONFIG, Digest.of(new byte[1]), (8 << 20) + 1);
    ImageManifest image =
        new ImageManifest(MediaTypes.MANIFEST, Optional.empty(), config, List.of(), Map.of());
    server.put("manifests/1", ManifestCodec.write(image), MediaTypes.MANIFEST);

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> registry.inspect(jq))
        .withMessageContaining("is larger than 8388608 bytes");
    assertThat(server.paths()).noneMatch(path -> path.contains("/blobs/"));
  }

  @Test
  void anIndexIsShownWithItsPlatformsAndAnImageWithItsConfig() {
    RemoteImage seen = registry.inspect(jq);
    Digest child = ((ImageIndex) seen.manifest()).manifests().getFirst().digest();

    assertThat(seen.descriptor()).isEqualTo(index);
    assertThat(seen.platforms()).containsExactly(Samples.AMD64, Samples.ARM64);
    assertThat(seen.config()).isEmpty();
    assertThat(registry.inspect(jq.at(child)).descriptor().digest()).isEqualTo(child);
    assertThat(registry.inspect(jq.at(child)).config()).isPresent();
    assertThat(store.folder().resolve("blobs/sha256")).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "", "-x", "..", "127.0.0.1:99999", "a/b.c", "HTTPS:", "h:1@sha256:0"})
  void aLoginNeedsAHost(String host) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(
            () ->
                registry.check(
                    new HostCredentials(host, new Credentials.Password("otter", "s3cret"))))
        .withMessageEndingWith("is not a registry");
  }

  @Test
  void aLoginIsTriedAtTheRegistry() {
    HostCredentials login =
        new HostCredentials(server.host(), new Credentials.Password("otter", "s3cret"));
    server.next("/v2/", status(401, "", CHALLENGE), status(200, "{}"));
    registry.check(login);
    assertThat(server.requests().getLast().header("authorization"))
        .contains("Basic b3R0ZXI6czNjcmV0");

    server.next("/v2/", status(401, "", CHALLENGE), status(401, "", CHALLENGE));
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> registry.check(login))
        .withMessageContaining("rejects the login of user")
        .withMessageNotContaining("s3cret")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.DENIED));
  }
}
