package dev.otters.oci.registry;

import static dev.otters.oci.registry.FakeRegistry.reply;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.manifest.ManifestCodec;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Indexes that would have us fetch for ever. */
class HostileIndexTest extends RegistryTestCase {
  private static final long GIGABYTE = 1L << 30;

  private Descriptor config;

  @BeforeEach
  void serveAConfig() {
    byte[] json = "{}".getBytes(UTF_8);
    config = Descriptor.of(MediaTypes.OCTETS, json);
    server.put("blobs/" + config.digest(), json, MediaTypes.OCTETS);
  }

  @Override
  Descriptor pull() {
    return registry.pull(jq, store, new PullScope.AllPlatforms(), Progress.NONE);
  }

  @Test
  void indexesInIndexesArePulledToAnyDepthThatAnImageNeeds() {
    serve(nested(3));

    pull();

    assertThat(store.fsck(List.of(), Progress.NONE).findings()).isEmpty();
  }

  @Test
  void indexesThatGoTooDeepAreRefused() {
    serve(nested(5));

    assertThat(failure(Reason.INVALID_IMAGE)).hasMessageContaining("more than 4 deep");
  }

  @Test
  void aThousandManifestsAreEnough() {
    List<Descriptor> halves =
        IntStream.range(0, 2)
            .mapToObj(half -> IntStream.range(0, 600).mapToObj(i -> image(half * 600 + i)).toList())
            .map(images -> put(index(images)))
            .toList();
    serve(index(halves));

    assertThat(failure(Reason.INVALID_IMAGE)).hasMessageContaining("more than 1000 manifests");
    assertThat(server.requests()).hasSizeLessThan(1100);
  }

  @Test
  void whatIsListedAThousandTimesIsFetchedOnce() {
    Descriptor image = image(0);
    serve(index(Collections.nCopies(1000, image)));

    pull();

    assertThat(server.paths().stream().filter(path -> path.endsWith(image.digest().toString())))
        .hasSize(1);
  }

  @Test
  void anIndexThatNamesItselfIsALie() {
    Descriptor self = new Descriptor(MediaTypes.INDEX, Digest.of("anything".getBytes(UTF_8)), 100);
    server.always("manifests/", reply(200, ManifestCodec.write(index(List.of(self)))));

    assertThat(failure(Reason.DIGEST_MISMATCH)).hasMessageContaining("is really");
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void aManifestOfAGigabyteIsNotReadToItsEnd() throws InterruptedException {
    for (String length : List.of("Content-Length: " + GIGABYTE, "Transfer-Encoding: chunked")) {
      AtomicLong sent = new AtomicLong();
      CountDownLatch ended = new CountDownLatch(1);
      server.next("manifests/1", endless(length, sent, ended));

      OciException failure = failure(Reason.INVALID_IMAGE);

      assertThat(failure).hasMessageContaining("larger than 4 MiB");
      ended.await();
      assertThat(sent.get()).isLessThan(64 << 20);
    }
  }

  private static FakeRegistry.Reply endless(String length, AtomicLong sent, CountDownLatch ended) {
    return (request, out) -> {
      String head = "HTTP/1.1 200 OK\r\n" + length + "\r\n\r\n";
      try {
        out.write(head.getBytes(US_ASCII));
        byte[] part = ("10000\r\n" + " ".repeat(0x10000) + "\r\n").getBytes(US_ASCII);
        while (sent.get() < GIGABYTE) {
          out.write(part);
          sent.addAndGet(part.length);
        }
      } catch (IOException hungUp) {
        assertThat(hungUp).isNotNull();
      } finally {
        ended.countDown();
      }
    };
  }

  private ImageIndex nested(int depth) {
    ImageIndex nested = index(List.of(image(0)));
    for (int i = 1; i < depth; i++) {
      nested = index(List.of(put(nested)));
    }
    return nested;
  }

  private Descriptor image(int number) {
    return put(
        new ImageManifest(
            MediaTypes.MANIFEST, Optional.empty(), config, List.of(), Map.of("n", "" + number)));
  }

  private static ImageIndex index(List<Descriptor> children) {
    return new ImageIndex(MediaTypes.INDEX, Optional.empty(), children, Map.of());
  }

  private Descriptor put(Manifest manifest) {
    byte[] json = ManifestCodec.write(manifest);
    Descriptor descriptor = Descriptor.of(manifest.mediaType(), json);
    server.put("manifests/" + descriptor.digest(), json, manifest.mediaType());
    return descriptor;
  }

  private void serve(Manifest root) {
    server.put("manifests/1", ManifestCodec.write(root), root.mediaType());
  }
}
