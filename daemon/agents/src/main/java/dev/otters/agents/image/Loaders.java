package dev.otters.agents.image;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.oci.Digest;
import dev.otters.oci.Platform;
import dev.otters.oci.bin.BinImage;
import dev.otters.oci.bin.BinImages;
import dev.otters.oci.bin.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds tools that no sandbox can start, since their loader is neither in their own image nor in
 * the runtime's. An example is the loader of another C library.
 */
public final class Loaders {
  private final BinImages images;
  private final Platform platform;

  /** Only existing files are remembered, since clients may ask for any number of missing ones. */
  private final Set<Wanted> found = ConcurrentHashMap.newKeySet();

  private record Wanted(Digest runtime, String loader) {}

  Loaders(BinImages images, Platform platform) {
    this.images = images;
    this.platform = platform;
  }

  BinImages images() {
    return images;
  }

  /** Returns the platform of the sandboxes. */
  Platform platform() {
    return platform;
  }

  /** Returns a test for the files of a runtime. */
  public Predicate<String> filesOf(Digest runtime) {
    return loader -> {
      Wanted wanted = new Wanted(runtime, loader);
      if (!found.contains(wanted)
          && !images.present(runtime, platform, List.of(loader)).isEmpty()) {
        found.add(wanted);
      }
      return found.contains(wanted);
    };
  }

  /**
   * Refuses a tool that cannot be started.
   *
   * @param name the agent's name of the tool
   * @param tool the image of the tool
   * @param files tests for a file in the sandbox
   * @throws ApiException BIN_INVALID with the loader
   */
  public static void check(String name, BinImage tool, Predicate<String> files) {
    require(name, tool.loader(), files);
  }

  /**
   * Refuses a program for the platform of the sandboxes that cannot be started.
   *
   * @throws ApiException BIN_INVALID with the loader
   */
  void check(String name, Path binary, Digest runtime) {
    try {
      String loader = BinImages.program(binary).map(Program::loader).orElse("");
      require(name, loader, filesOf(runtime));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + binary, e);
    }
  }

  /** Returns the libraries that the loader does not find in a runtime. */
  List<String> missing(Digest runtime, List<String> libraries) {
    if (libraries.isEmpty()) {
      return List.of();
    }
    List<String> folders =
        Stream.of("/lib", "/usr/lib", "/lib64", "/usr/lib64")
            .flatMap(folder -> Stream.of(folder, folder + "/" + triplet()))
            .toList();
    Set<String> there =
        images.present(
            runtime,
            platform,
            libraries.stream()
                .flatMap(library -> folders.stream().map(folder -> folder + "/" + library))
                .toList());
    return libraries.stream()
        .filter(library -> folders.stream().noneMatch(f -> there.contains(f + "/" + library)))
        .toList();
  }

  private String triplet() {
    return (platform.architecture().equals("arm64") ? "aarch64" : "x86_64") + "-linux-gnu";
  }

  private static void require(String name, String loader, Predicate<String> files) {
    if (!loader.isEmpty() && !files.test(loader)) {
      throw ApiException.of(
          ErrorCode.BIN_INVALID,
          "the tool "
              + name
              + " cannot be started in a sandbox: it is loaded by "
              + loader
              + ", which is not there",
          "Link it statically (C: -static, Go: CGO_ENABLED=0), or use an image that includes its"
              + " loader and libraries below /opt/bin-images/"
              + name
              + ".");
    }
  }
}
