package dev.otters.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.archive.Archive;
import dev.otters.oci.bin.BinBuild;
import dev.otters.oci.bin.BinImage;
import dev.otters.oci.bin.BinImages;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tool whose layers skopeo compressed with zstd on its way to a registry. */
@Tag("registry")
class ZstdToolTest {
  private static final Platform HERE = Platform.ofThisMachine();

  @TempDir private Path folder;
  private ForeignTools tools;
  private ForeignRegistry server;
  private OciStore store;

  @BeforeEach
  void startRegistry() throws IOException {
    tools = new ForeignTools(folder);
    server = ForeignRegistry.docker(folder, "", "");
    store = OciStore.open(folder.resolve("store"));
  }

  @AfterEach
  void stopRegistry() {
    server.close();
  }

  @Test
  void itIsPulledFoundAndLoadedLikeAnyOther() throws IOException {
    String remote = server.host() + "/tools/jq:zstd";
    Path saved = saved();
    copy("oci-archive:" + saved, "docker://" + remote);
    Path layout = folder.resolve("zstd.tar");
    copy("docker://" + remote, "oci-archive:" + layout + ":host.io/jq:2");

    BinImage pulled;
    try (Registry registry =
        new Registry(RegistrySettings.ofEnvironment(Map.of("HOME", folder.toString())))) {
      ImageReference reference = ImageReference.parse(remote);
      var _ = registry.pull(reference, store, new PullScope.OnlyPlatform(HERE), Progress.NONE);
      pulled = new BinImages(store).inspect(reference, HERE);
    }

    assertThat(((ImageManifest) store.manifest(pulled.manifest())).layers())
        .singleElement()
        .satisfies(layer -> assertThat(layer.mediaType()).isEqualTo(MediaTypes.TAR_ZSTD));
    assertThat(pulled.usage()).isEqualTo("# jq");
    OciStore other = OciStore.open(folder.resolve("other"));
    var name = new Archive(other).load(layout, Progress.NONE).getFirst().reference();
    assertThat(new BinImages(other).inspect(name, HERE)).isEqualTo(pulled);
  }

  private void copy(String from, String to) {
    var _ =
        tools.skopeo(
            "copy",
            "-q",
            "--dest-compress-format=zstd",
            "--dest-force-compress-format",
            "--src-tls-verify=false",
            "--dest-tls-verify=false",
            from,
            to);
  }

  private Path saved() throws IOException {
    OciStore author = OciStore.open(folder.resolve("author"));
    ImageReference name = ImageReference.parse("jq:1");
    Path program = Files.writeString(folder.resolve("jq"), "elf".repeat(10_000));
    var _ =
        new BinImages(author)
            .build(
                new BinBuild(
                    "jq",
                    "Filters JSON",
                    Map.of(HERE, program),
                    "# jq",
                    List.of(name),
                    Map.of(),
                    Optional.empty()),
                Progress.NONE);
    Path file = folder.resolve("saved.tar");
    try (OutputStream out = Files.newOutputStream(file)) {
      new Archive(author).save(List.of(name), out, Progress.NONE);
    }
    return file;
  }
}
