package dev.otters.executor.unpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ImagePin;
import dev.otters.executor.root.TreeRemover;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Provides a store, a cache and images made of tars. */
abstract class UnpackTest {
  static final Platform HERE = Platform.ofThisMachine();

  Path temp;
  Path cache;
  OciStore store;
  UnpackedImages images;
  private Path root;

  @BeforeEach
  void open() throws IOException {
    temp = Files.createTempDirectory("unpack").toRealPath();
    cache = temp.resolve("cache/unpacked");
    store = OciStore.open(temp.resolve("store"));
    images = new UnpackedImages(cache, store);
  }

  @AfterEach
  void remove() throws IOException {
    TreeRemover.remove(temp);
  }

  ImagePin image(byte[]... tars) {
    return image(HERE, tars);
  }

  ImagePin image(Platform platform, byte[]... tars) {
    try (Ingest ingest = store.ingest()) {
      var image = Samples.container(ingest, platform, Map.of(), Map.of(), List.of(tars));
      ingest.commit();
      return new ImagePin("it:1", image.digest());
    }
  }

  Path unpack(ImagePin image) {
    root = images.folder(image, HERE, Progress.NONE);
    return root;
  }

  Path unpack(byte[]... tars) {
    return unpack(image(tars));
  }

  Path root() {
    return Objects.requireNonNull(root);
  }

  String text(String path) throws IOException {
    return Files.readString(root().resolve(path));
  }

  List<String> listing() throws IOException {
    try (Stream<Path> all = Files.walk(root())) {
      return all.map(path -> root().relativize(path).toString())
          .filter(path -> !path.isEmpty())
          .sorted()
          .toList();
    }
  }

  /** Asserts that an image of one layer is refused and leaves nothing behind. */
  void assertRefused(String message, byte[] tar) {
    ImagePin image = image(tar);
    assertThat(refusal(image)).hasMessageContaining(message).hasMessageContaining("it:1");
    assertNothingLeft();
  }

  ExecutorException refusal(ImagePin image) {
    ExecutorException refused = catchThrowableOfType(ExecutorException.class, () -> unpack(image));
    assertThat(refused).as("a refusal").isNotNull();
    assertThat(refused.reason()).isEqualTo(ExecutorException.Reason.IMAGE);
    assertThat(refused.remedy()).isNotBlank();
    return refused;
  }

  void assertNothingLeft() {
    assertThat(entries()).isEmpty();
  }

  /** Returns the names in the cache, without its lock. */
  List<String> entries() {
    try (Stream<Path> entries = Files.list(cache)) {
      return entries.map(e -> e.getFileName().toString()).filter(e -> !e.equals(".lock")).toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
