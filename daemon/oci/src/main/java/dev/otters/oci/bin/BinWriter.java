package dev.otters.oci.bin;

import dev.otters.agentfile.Names;
import dev.otters.agentfile.Quoted;
import dev.otters.oci.Annotations;
import dev.otters.oci.BuiltImage;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import dev.otters.oci.tar.TarWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes BIN images: an index, and one container image per platform that any engine can mount. */
final class BinWriter {
  private static final String USAGE_FILE = "USAGE.md";
  private static final int LARGEST_USAGE = 256 << 10;

  private final OciStore store;
  private final Progress progress;
  private final Optional<ImageReference> interpreter;
  private final Map<Platform, Path> libraries;

  /**
   * @param interpreter the BIN image that runs the given scripts; empty for programs
   * @param libraries the folders with the loader and the libraries of dynamic programs
   */
  BinWriter(
      OciStore store,
      Progress progress,
      Optional<ImageReference> interpreter,
      Map<Platform, Path> libraries) {
    this.store = store;
    this.progress = progress;
    this.interpreter = interpreter;
    this.libraries = Map.copyOf(libraries);
  }

  BuiltImage write(BinBuild build) {
    try (Ingest ingest = store.ingest()) {
      check(build);
      Map<String, String> annotations = annotations(build);
      List<ImageReference> tags =
          build.tags().isEmpty() ? List.of(ImageReference.named(build.name())) : build.tags();
      List<Descriptor> children = new ArrayList<>();
      for (Map.Entry<Platform, Path> binary : build.binaries().entrySet()) {
        children.add(child(ingest, build, binary.getKey(), binary.getValue(), annotations));
      }
      ImageIndex index =
          new ImageIndex(MediaTypes.INDEX, Optional.of(MediaTypes.BIN), children, annotations);
      Descriptor root = ingest.put(MediaTypes.INDEX, ManifestCodec.write(index));
      tags.forEach(tag -> ingest.tag(tag, root, Origin.BUILT));
      ingest.commit();
      return new BuiltImage(root.digest(), tags);
    } catch (IOException e) {
      throw new OciException(
          Reason.STORE, "cannot build " + build.name() + ": " + e, "Check the disk.", e);
    }
  }

  private Descriptor child(
      Ingest ingest,
      BinBuild build,
      Platform platform,
      Path binary,
      Map<String, String> annotations)
      throws IOException {
    String item = build.name() + " " + platform;
    progress.update(item, 0, Files.size(binary), "build");
    byte[] usage = build.usage().getBytes(StandardCharsets.UTF_8);
    Optional<ScriptBase> base =
        interpreter.map(image -> ScriptBase.of(store, ingest, image, platform));
    ToolLayer layer =
        ToolLayer.write(
            ingest,
            tar -> {
              if (base.isPresent()) {
                base.get().script(tar, build.name(), binary);
              } else {
                program(tar, build.name(), binary, platform);
              }
              if (usage.length > 0 || base.isPresent()) {
                tar.file(USAGE_FILE, 0644, usage);
              }
            });
    List<Digest> diffIds = new ArrayList<>(base.map(ScriptBase::diffIds).orElse(List.of()));
    diffIds.add(layer.diffId());
    byte[] config = ToolConfig.write(platform, diffIds, build.name(), annotations, build.created());
    Descriptor configBlob = ingest.put(MediaTypes.IMAGE_CONFIG, config);
    Descriptor titled = layer.blob().withAnnotations(Map.of(Annotations.TITLE, build.name()));
    List<Descriptor> layers = new ArrayList<>(base.map(ScriptBase::layers).orElse(List.of()));
    layers.add(titled);
    ImageManifest manifest =
        new ImageManifest(
            MediaTypes.MANIFEST, Optional.of(MediaTypes.BIN), configBlob, layers, annotations);
    progress.update(item, Files.size(binary), Files.size(binary), "build");
    return ingest
        .put(MediaTypes.MANIFEST, ManifestCodec.write(manifest))
        .withArtifactType(MediaTypes.BIN)
        .withPlatform(platform);
  }

  private void program(TarWriter tar, String name, Path binary, Platform platform)
      throws IOException {
    Path needed = libraries.get(platform);
    if (needed == null) {
      file(tar, name, binary);
    } else {
      new PackedProgram(name, binary, needed).write(tar, platform);
    }
  }

  static void file(TarWriter tar, String name, Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      tar.file(name, 0755, in, Files.size(file));
    }
  }

  private static Map<String, String> annotations(BinBuild build) {
    Map<String, String> all = new TreeMap<>();
    build.created().ifPresent(time -> all.put(Annotations.CREATED, time.toString()));
    all.putAll(build.annotations());
    if (!build.description().isEmpty()) {
      all.put(Annotations.DESCRIPTION, build.description());
    }
    all.put(Annotations.TITLE, build.name());
    all.put(Annotations.BIN_NAME, build.name());
    all.put(Annotations.BIN_PATH, "/");
    if (!build.usage().isEmpty()) {
      all.put(Annotations.BIN_USAGE, "/" + USAGE_FILE);
    }
    return all;
  }

  private void check(BinBuild build) throws IOException {
    List<String> problems = new ArrayList<>();
    Names.complaintAbout(build.name())
        .ifPresent(complaint -> problems.add("name " + Quoted.of(build.name()) + " " + complaint));
    if (build.name().equals(USAGE_FILE)) {
      problems.add("name " + USAGE_FILE + " is reserved for the usage text");
    }
    if (build.binaries().isEmpty()) {
      problems.add("no binary was given");
    }
    for (Map.Entry<Platform, Path> binary : build.binaries().entrySet()) {
      checkBinary(binary.getKey(), binary.getValue(), problems);
    }
    libraries.keySet().forEach(platform -> checkLibraries(platform, problems));
    if (build.usage().getBytes(StandardCharsets.UTF_8).length > LARGEST_USAGE) {
      problems.add("the usage text is larger than 256 KiB");
    }
    if (!problems.isEmpty()) {
      throw new OciException(
          Reason.BUILD_INPUT,
          "cannot build the BIN image: " + String.join("; ", problems),
          "Give a name and one executable file per platform, such as: -n jq linux/amd64:./jq.");
    }
  }

  private static void checkBinary(Platform platform, Path file, List<String> problems)
      throws IOException {
    if (!Files.isRegularFile(file)) {
      problems.add(platform + ": " + file + " is not a regular file");
    } else if (!Files.isReadable(file)) {
      problems.add(platform + ": " + file + " cannot be read");
    } else {
      BinImages.program(file)
          .flatMap(program -> program.otherThan(platform))
          .ifPresent(made -> problems.add(platform + ": the program is made for " + made));
    }
  }

  private static void checkLibraries(Platform platform, List<String> problems) {
    if (!Launcher.supports(platform)) {
      problems.add(
          platform
              + ": a program can be packed with its libraries for linux/amd64 and"
              + " linux/arm64 only, or must be static");
    }
  }
}
