package dev.otters.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.ImageReference;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.archive.Archive;
import dev.otters.oci.bin.BinImage;
import dev.otters.oci.bin.BinImages;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShipmentTest {

  private static final Platform HERE = Platform.parse("linux/" + ContainerImage.architecture());

  @TempDir Path folder;
  private Path program;
  private Path usage;

  @BeforeEach
  void writeFiles() throws IOException {
    program = Files.writeString(folder.resolve("hello"), "#!/bin/true\n");
    usage = Files.writeString(folder.resolve("USAGE.md"), "Say hello.\n");
  }

  private ContainerImage image() {
    return new ContainerImage(
        "otters/tools/hello:7",
        "65532:65532",
        List.of("/bin/hello"),
        Map.of(
            "io.openotters.bin.name", "hello",
            "io.openotters.bin.path", "/bin",
            "io.openotters.bin.usage", "/USAGE.md",
            "org.opencontainers.image.description", "Says hello.",
            "other", "a label only"),
        List.of(new ImageFiles("hello").program(program, "/bin/hello").file(usage, "/USAGE.md")));
  }

  private OciStore shipped(String work) throws IOException {
    Path tar = folder.resolve(work + ".tar");
    new Shipment(folder.resolve(work)).write(List.of(image()), tar);
    OciStore store = OciStore.open(folder.resolve(work + "-store"));
    new Archive(store).load(tar, Progress.NONE);
    return store;
  }

  @Test
  void whatIsShippedIsABinImageWithItsUsage() throws IOException {
    OciStore store = shipped("one");

    BinImage bin = new BinImages(store).inspect(ImageReference.parse("otters/tools/hello:7"), HERE);

    assertThat(bin.name()).isEqualTo("hello");
    assertThat(bin.path()).isEqualTo("/bin");
    assertThat(bin.description()).contains("Says hello.");
    assertThat(bin.usage()).contains("Say hello.");
  }

  @Test
  void theReleasesTagAndLatestAreTheSameImage() throws IOException {
    OciStore store = shipped("one");

    assertThat(store.require(ImageReference.parse("otters/tools/hello:latest")).digest())
        .isEqualTo(store.require(ImageReference.parse("otters/tools/hello:7")).digest());
  }

  @Test
  void theSameFilesMakeTheSameDigest() throws IOException {
    ImageReference name = ImageReference.parse("otters/tools/hello:7");

    assertThat(shipped("one").require(name).digest())
        .isEqualTo(shipped("two").require(name).digest());
  }

  @Test
  void nothingIsLeftBesideTheTarButTheCache() throws IOException {
    shipped("one");

    try (var files = Files.walk(folder.resolve("one"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains("cache")
          .doesNotContain("jib.tar", "index.json");
    }
  }
}
