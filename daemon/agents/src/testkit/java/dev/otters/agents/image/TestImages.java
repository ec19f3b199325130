package dev.otters.agents.image;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.parser.AgentfileParser;
import dev.otters.oci.BuiltImage;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.agent.AgentBuild;
import dev.otters.oci.agent.AgentImages;
import dev.otters.oci.bin.BinBuild;
import dev.otters.oci.bin.BinImages;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Puts small images into a store: a runtime that no engine could run, a tool, and agents of
 * Agentfiles.
 */
public final class TestImages {
  /** The reference of the tests' runtime. */
  public static final ImageReference RUNTIME = ImageReference.parse("otters/runtime:0.1.0");

  private final OciStore store;
  private final Path folder;

  /**
   * Makes images for a store.
   *
   * @param folder for build contexts; must exist
   */
  public TestImages(OciStore store, Path folder) {
    this.store = store;
    this.folder = folder;
  }

  /** Returns a source for agents on this machine. */
  public static ImageSource source(OciStore store, ImageSource.Puller registry) {
    return new ImageSource(
        store, registry, Platform.ofThisMachine(), new RuntimeChoice(RUNTIME, List.of(), store));
  }

  /** Puts the runtime in, with an entry point and these files. */
  public Descriptor runtime(String... files) {
    byte[] tar =
        Samples.tar(
            Stream.of(files).map(file -> Samples.file(file, "x")).toArray(Samples.Entry[]::new));
    String config =
        """
        {"architecture":"%s","os":"linux","config":{"Entrypoint":["/opt/runtime/bin/runtime"]},
         "rootfs":{"type":"layers","diff_ids":["%s"]}}\
        """
            .formatted(Platform.ofThisMachine().architecture(), Digest.of(tar));
    try (Ingest ingest = store.ingest()) {
      Descriptor layer = ingest.put(MediaTypes.TAR, tar);
      Descriptor blob =
          ingest.put(MediaTypes.IMAGE_CONFIG, config.getBytes(StandardCharsets.UTF_8));
      ImageManifest manifest =
          new ImageManifest(MediaTypes.MANIFEST, Optional.empty(), blob, List.of(layer), Map.of());
      Descriptor image = ingest.put(MediaTypes.MANIFEST, ManifestCodec.write(manifest));
      ingest.tag(RUNTIME, image, Origin.LOADED);
      ingest.commit();
      return image;
    }
  }

  /** Builds a tool that wants a loader. */
  public BuiltImage foreignTool(String name, String tag, String loader) {
    try {
      Path binary = Files.write(folder.resolve(name + ".elf"), Samples.program(0, loader));
      return tool(name, tag, List.of(Platform.ofThisMachine()), binary);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Builds a tool for this machine. */
  public BuiltImage tool(String name, String tag) {
    return tool(name, tag, List.of(Platform.ofThisMachine()));
  }

  /** Builds a tool for a platform. */
  public BuiltImage tool(String name, String tag, Platform platform) {
    return tool(name, tag, List.of(platform));
  }

  /** Builds a tool for several platforms. */
  public BuiltImage tool(String name, String tag, List<Platform> platforms) {
    try {
      Path binary = Files.writeString(folder.resolve(name + ".bin"), "#!/bin/false\n");
      return tool(name, tag, platforms, binary);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private BuiltImage tool(String name, String tag, List<Platform> platforms, Path binary) {
    Map<Platform, Path> binaries = new LinkedHashMap<>();
    platforms.forEach(platform -> binaries.put(platform, binary));
    return new BinImages(store)
        .build(
            new BinBuild(
                name,
                "The tool " + name + ".",
                binaries,
                "# How to call " + name + "\n",
                List.of(ImageReference.parse(tag)),
                Map.of(),
                Optional.empty()),
            Progress.NONE);
  }

  /** Builds an agent image of an Agentfile in the folder with its files. */
  public BuiltImage agent(String tag, String agentfile) {
    return switch (AgentfileParser.parse("Agentfile", agentfile.getBytes(UTF_8), Map.of())) {
      case ParseResult.Rejected rejected -> throw new IllegalArgumentException(rejected.toString());
      case ParseResult.Parsed parsed ->
          new AgentImages(store)
              .build(
                  new AgentBuild(
                      parsed.agentfile(),
                      Optional.empty(),
                      folder,
                      List.of(ImageReference.parse(tag)),
                      ImageName.of(RUNTIME.toString()),
                      Optional.empty()),
                  Progress.NONE);
    };
  }
}
