package dev.otters.oci.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.store.OciStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A store to load into, and files that are made by hand. */
abstract class ArchiveTestCase {
  static final ImageReference GUIDE = ImageReference.parse("guide:1");
  static final String NAMED_X = "\"org.opencontainers.image.ref.name\":\"x:1\"";

  @TempDir Path folder;
  OciStore store;
  Archive archive;

  @BeforeEach
  void openStore() {
    store = OciStore.open(folder.resolve("target"));
    archive = new Archive(store);
  }

  /** Loads a file and returns the names of its images. */
  List<String> load(byte[] file, Optional<ImageReference> name) throws IOException {
    return archive.load(new ByteArrayInputStream(file), "it", name, Progress.NONE).stream()
        .map(image -> image.reference().toString())
        .toList();
  }

  void assertRefused(Path file, Reason reason, String message) throws IOException {
    assertRefused(() -> archive.load(file, Progress.NONE), reason, message);
  }

  /** The store must be as it was. */
  void assertRefused(ThrowingCallable call, Reason reason, String message) throws IOException {
    Set<Path> before = stored();
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(call)
        .withMessageContaining(message)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(reason))
        .satisfies(e -> assertThat(e.remedy()).isNotEmpty());
    assertThat(stored()).isEqualTo(before);
    assertThat(store.folder().resolve("staging")).isEmptyDirectory();
  }

  private Set<Path> stored() throws IOException {
    try (Stream<Path> files = Files.walk(store.folder())) {
      return files.filter(file -> !file.endsWith("index.lock")).collect(Collectors.toSet());
    }
  }

  /**
   * A manifest whose config is itself too small to matter: the manifest's own layer list is empty.
   */
  static byte[] manifest(String config) {
    Descriptor blob = Descriptor.of(MediaTypes.OCTETS, config.getBytes(UTF_8));
    return """
    {"schemaVersion":2,"config":{"mediaType":"a/b","digest":"%s","size":1},"layers":[]}\
    """
        .formatted(blob.digest())
        .getBytes(UTF_8);
  }

  static String index(byte[] manifest, String annotations) {
    return """
    {"schemaVersion":2,"manifests":[{"mediaType":"%s","digest":"%s","size":%d,
    "annotations":{%s}}]}\
    """
        .formatted(MediaTypes.MANIFEST, Digest.of(manifest), manifest.length, annotations);
  }

  Path layout(String index, byte[]... blobs) throws IOException {
    Samples.Entry[] entries = new Samples.Entry[blobs.length + 2];
    entries[0] = Samples.file("index.json", index);
    entries[1] = Samples.file("blobs/sha256/" + Digest.of("x".getBytes(UTF_8)).hex(), "x");
    for (int i = 0; i < blobs.length; i++) {
      entries[i + 2] =
          Samples.file("blobs/sha256/" + Digest.of(blobs[i]).hex(), new String(blobs[i], UTF_8));
    }
    return tar(entries);
  }

  Path tar(Samples.Entry... entries) throws IOException {
    return Files.write(folder.resolve("made.tar"), Samples.tar(entries));
  }
}
