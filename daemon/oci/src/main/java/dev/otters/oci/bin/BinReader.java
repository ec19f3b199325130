package dev.otters.oci.bin;

import dev.otters.agentfile.Names;
import dev.otters.agentfile.Quoted;
import dev.otters.oci.Annotations;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.Fix;
import dev.otters.oci.Fix.Operation;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Platform;
import dev.otters.oci.manifest.ImageConfig;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.manifest.PlatformChoice;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.tar.TarPath;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the tool in a BIN image of any builder. */
final class BinReader {
  private static final int LARGEST_CONFIG = 4 << 20;
  private static final int LARGEST_USAGE = 256 << 10;
  private static final String DEFAULT_USAGE = "/USAGE.md";

  private final OciStore store;
  private final RecentBins recent;
  private final String what;

  BinReader(OciStore store, RecentBins recent, String what) {
    this.store = store;
    this.recent = recent;
    this.what = what;
  }

  BinImage read(Digest digest, Platform platform) {
    Manifest root = store.manifest(digest);
    Digest child =
        switch (root) {
          case ImageIndex index -> PlatformChoice.choose(index, platform, what).digest();
          case ImageManifest image -> digest;
        };
    if (!store.contains(child)) {
      throw new OciException(
          Reason.NOT_FOUND,
          what + " is in the local store, but without its image for " + platform,
          "Pull it again on this machine.");
    }
    if (!(store.manifest(child) instanceof ImageManifest image)) {
      throw invalid("lists an index where the image for " + platform + " should be");
    }
    RecentBins.Key key = new RecentBins.Key(digest, child, platform);
    return recent.of(key, () -> find(key, root, image));
  }

  private BinImage find(RecentBins.Key key, Manifest root, ImageManifest image) {
    refuseTheOldestForm(image);
    Platform platform = key.platform();
    ImageConfig config = ImageConfig.read(store.read(image.config(), LARGEST_CONFIG), what);
    if (!config.platform().equals(platform)) {
      throw root instanceof ImageIndex
          ? invalid("says " + platform + ", but its config says " + config.platform())
          : PlatformChoice.missing(what, platform, List.of(config.platform()));
    }
    BinNotes notes =
        new BinNotes(List.of(image.annotations(), root.annotations(), config.labels()));
    return tool(key, image, notes);
  }

  /**
   * Refuses the oldest images of the upstream project, whose layers are files instead of file
   * systems.
   */
  private void refuseTheOldestForm(ImageManifest image) {
    Optional<String> name = new BinNotes(List.of(image.annotations())).name();
    boolean raw =
        image.layers().stream()
            .filter(layer -> !MediaTypes.isTarLayer(layer.mediaType()))
            .anyMatch(layer -> name.filter(title(layer)::equals).isPresent());
    if (raw) {
      throw new OciException(
              Reason.INVALID_IMAGE,
              what
                  + " is not a file system that a sandbox can mount: its program is a layer itself",
              "Use a newer tag, or pack its program again.")
          .with(new Fix(Operation.BUILD_BIN));
    }
  }

  private BinImage tool(RecentBins.Key key, ImageManifest image, BinNotes notes) {
    String name =
        notes.name().orElseThrow(() -> notBin("has no annotation io.openotters.bin.name"));
    Names.complaintAbout(name)
        .ifPresent(
            complaint -> {
              throw invalid("names its tool " + Quoted.of(name) + ", which " + complaint);
            });
    String folder = absolute(notes.path().orElse("/"), Annotations.BIN_PATH);
    String usage = absolute(notes.usage().orElse(DEFAULT_USAGE), Annotations.BIN_USAGE);
    String binary = folder.endsWith("/") ? folder + name : folder + "/" + name;
    try (LayerFiles files = new LayerFiles(store, image)) {
      if (!files.has(binary)) {
        throw notBin("has no file " + Quoted.of(binary));
      }
      return new BinImage(
          key.digest(),
          key.manifest(),
          image.config().digest(),
          name,
          folder,
          notes.description(),
          usage(image, files, usage),
          loader(files, binary));
    }
  }

  /**
   * Returns the loader that the image does not contain. A tool with its own loader names the
   * loader's path in the mounted image.
   */
  private static String loader(LayerFiles files, String binary) {
    String loader = Program.loader(files.start(binary, Program.START));
    boolean own =
        loader.matches("/opt/bin-images/[^/]+/.+")
            && files.has(loader.replaceFirst("^/opt/bin-images/[^/]+", ""));
    return own ? "" : loader;
  }

  /** Reads the usage text from the image, or from a layer that is the text itself. */
  private String usage(ImageManifest image, LayerFiles files, String path) {
    return files
        .read(path, LARGEST_USAGE)
        .or(() -> rawLayer(image, path))
        .map(this::text)
        .orElse("");
  }

  private Optional<byte[]> rawLayer(ImageManifest image, String path) {
    return image.layers().stream()
        .filter(layer -> !MediaTypes.isTarLayer(layer.mediaType()))
        .filter(layer -> path.equals("/" + title(layer)))
        .findFirst()
        .map(layer -> store.read(layer, LARGEST_USAGE));
  }

  private static String title(Descriptor layer) {
    String title = layer.annotations().getOrDefault(Annotations.TITLE, "");
    return title.startsWith("/") ? title.substring(1) : title;
  }

  private String text(byte[] content) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException _) {
      throw invalid("has a usage text that is not UTF-8");
    }
  }

  private String absolute(String path, String key) {
    return TarPath.clean(path)
        .filter(clean -> clean.chars().noneMatch(Character::isISOControl))
        .map(clean -> "/" + clean)
        .orElseThrow(() -> invalid("has the invalid " + key + " " + Quoted.of(path)));
  }

  private OciException notBin(String why) {
    return new OciException(
            Reason.INVALID_IMAGE,
            what + " is not a BIN image: it " + why,
            "Add the annotations to its Dockerfile as labels, or build it.")
        .with(new Fix(Operation.BUILD_BIN));
  }

  private OciException invalid(String why) {
    return new OciException(
        Reason.INVALID_IMAGE, what + " " + why, "Build it again, or use another image.");
  }

  /** Returns whether an image of the store is marked as a BIN; false if it cannot be read. */
  static boolean isBin(OciStore store, Descriptor descriptor) {
    try {
      Manifest manifest = store.manifest(descriptor.digest());
      return manifest.artifactType().filter(MediaTypes.BIN::equals).isPresent()
          || isNamed(manifest.annotations())
          || (manifest instanceof ImageManifest image && isNamed(labels(store, image)));
    } catch (OciException _) {
      return false;
    }
  }

  private static boolean isNamed(Map<String, String> notes) {
    return new BinNotes(List.of(notes)).name().isPresent();
  }

  private static Map<String, String> labels(OciStore store, ImageManifest image) {
    String type = image.config().mediaType();
    return type.equals(MediaTypes.IMAGE_CONFIG) || type.equals(MediaTypes.DOCKER_CONFIG)
        ? ImageConfig.read(store.read(image.config(), LARGEST_CONFIG), "").labels()
        : Map.of();
  }
}
