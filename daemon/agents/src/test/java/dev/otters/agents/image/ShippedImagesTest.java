package dev.otters.agents.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.ImageReference;
import dev.otters.oci.Progress;
import dev.otters.oci.archive.Archive;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShippedImagesTest {
  @TempDir Path folder;
  private Path images;
  private OciStore store;
  private ShippedImages shipped;

  @BeforeEach
  void ship() throws IOException {
    images = Files.createDirectory(folder.resolve("images"));
    store = OciStore.open(folder.resolve("registry"));
    shipped = new ShippedImages(store, folder.resolve("marks"));
    ship("sh.tar", "sh:1");
  }

  @Test
  void aTarIsLoadedOnceUntilItChanges() throws IOException {
    assertThat(shipped.load(images)).isEqualTo(1);
    assertThat(store.resolve(ImageReference.parse("sh:1"))).isPresent();
    assertThat(shipped.load(images)).isZero();

    ship("sh.tar", "sh:2");
    assertThat(shipped.load(images)).isEqualTo(1);
    assertThat(store.resolve(ImageReference.parse("sh:2"))).isPresent();
  }

  @Test
  void anImageThatIsGoneIsLoadedAgain() {
    assertThat(shipped.load(images)).isEqualTo(1);
    var unused = store.remove(ImageReference.parse("sh:1"), Set.of());

    assertThat(shipped.load(images)).isEqualTo(1);
    assertThat(store.resolve(ImageReference.parse("sh:1"))).isPresent();
  }

  @Test
  void aDistributionWithoutImagesIsFine() {
    assertThat(shipped.load(folder.resolve("nowhere"))).isZero();
  }

  private void ship(String file, String name) throws IOException {
    OciStore source = OciStore.open(folder.resolve("source"));
    new TestImages(source, Files.createDirectories(folder.resolve("context"))).tool("sh", name);
    try (OutputStream out = Files.newOutputStream(images.resolve(file))) {
      new Archive(source).save(List.of(ImageReference.parse(name)), out, Progress.NONE);
    }
  }
}
