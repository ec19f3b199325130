package dev.otters.agents.image;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.oci.Digest;
import dev.otters.oci.Platform;
import dev.otters.oci.bin.BinImage;
import dev.otters.oci.bin.BinImages;
import dev.otters.oci.bin.Program;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Finds tools that no sandbox can start: their loader, such as that of another C library, is
 * neither in their own image nor in that of the runtime.
 */
public final class Loaders {
  private final BinImages images;
  private final Platform platform;

  /** What a runtime does not have is not remembered: anybody may ask for anything. */
  private final Set<Wanted> found = ConcurrentHashMap.newKeySet();

  private record Wanted(Digest runtime, String loader) {}

  Loaders(OciStore store, Platform platform) {
    this.images = new BinImages(store);
    this.platform = platform;
  }

  /** Returns what files the sandboxes of a runtime have. */
  public Predicate<String> filesOf(Digest runtime) {
    return loader -> {
      Wanted wanted = new Wanted(runtime, loader);
      if (!found.contains(wanted) && images.hasFile(runtime, platform, loader)) {
        found.add(wanted);
      }
      return found.contains(wanted);
    };
  }

  /**
   * Refuses a tool that cannot be started.
   *
   * @param name what the agent calls the tool
   * @param tool the tool's image
   * @param files what files the sandbox has
   * @throws ApiException BIN_INVALID, naming the loader
   */
  public static void check(String name, BinImage tool, Predicate<String> files) {
    require(name, tool.loader(), files);
  }

  /** Refuses programs for the platform of the sandboxes that cannot be started; as above. */
  void check(String name, Map<Platform, Path> binaries, Digest runtime) {
    Path binary = binaries.get(platform);
    if (binary == null) {
      return;
    }
    try {
      String loader = BinImages.program(binary).map(Program::loader).orElse("");
      require(name, loader, filesOf(runtime));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + binary, e);
    }
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
          "link it statically (C: -static, Go: CGO_ENABLED=0), or use an image that brings its"
              + " loader and libraries along, below /opt/bin-images/"
              + name);
    }
  }
}
