package dev.otters.executor.docker;

import dev.otters.executor.BinMount;
import dev.otters.executor.BinMounts;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.Limitation;
import dev.otters.executor.Limitations;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.mounts.Bind;
import dev.otters.executor.mounts.MountPlan;
import dev.otters.executor.unpack.StoredImages;
import dev.otters.executor.unpack.UnpackedImages;
import dev.otters.oci.Digest;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Finds the sources of a sandbox's tools: images that the engine mounts, or unpacked folders that
 * it binds.
 *
 * @param imageMounts whether the engine can mount images
 */
record ToolSources(
    boolean imageMounts, StoredImages stored, EngineImages images, UnpackedImages unpacked) {
  static final Limitation NO_IMAGE_MOUNTS =
      new Limitation(
          Limitations.IMAGE_MOUNTS,
          "The engine cannot mount images, as Docker Engine 28 and later can. The daemon unpacks"
              + " the tools, checks them at each start, and binds them read-only.");

  /**
   * The sources of a sandbox's tools.
   *
   * @param images ids of engine images by target
   * @param binds the tools that are bound
   */
  record Sources(Map<String, String> images, List<Bind> binds) {}

  /**
   * Brings all tools to where the engine can mount them from.
   *
   * @throws ExecutorException UNSUPPORTED when the caller asks for image mounts and the engine has
   *     none, IMAGE when an image cannot be used
   */
  Sources bring(SandboxSpec spec, Platform platform, Progress progress) {
    if (useImages(spec.tools().mounts())) {
      return new Sources(images(spec, platform, progress), List.of());
    }
    List<Bind> binds = new ArrayList<>();
    for (BinMount bin : spec.tools().bins()) {
      binds.add(MountPlan.readOnly(unpacked.folder(bin.image(), platform, progress), bin.target()));
    }
    return new Sources(Map.of(), List.copyOf(binds));
  }

  private boolean useImages(BinMounts wanted) {
    if (wanted == BinMounts.IMAGE && !imageMounts) {
      throw new ExecutorException(
          Reason.UNSUPPORTED,
          "the engine cannot mount images, which --bin-mounts image requires",
          "Use --bin-mounts bind, omit the option, or install Docker Engine 28 or later.");
    }
    return imageMounts && wanted != BinMounts.BIND;
  }

  /**
   * Returns the engine's id of each image by its target. Each further use of an image gets a
   * shorter id.
   */
  private Map<String, String> images(SandboxSpec spec, Platform platform, Progress progress) {
    Map<String, EngineImages.Need> needs = new LinkedHashMap<>();
    for (BinMount bin : spec.tools().bins()) {
      Digest manifest = stored.resolve(bin.image(), platform);
      needs.put(
          bin.target(), new EngineImages.Need(bin.image().ref(), manifest, EngineImages.Kind.BIN));
    }
    Map<Digest, Integer> uses = new HashMap<>();
    Map<String, String> found = new LinkedHashMap<>();
    require(needs, progress)
        .forEach(
            (target, image) -> {
              Digest manifest = Objects.requireNonNull(needs.get(target)).manifest();
              found.put(target, image.id(uses.merge(manifest, 1, Integer::sum) - 1));
            });
    return found;
  }

  /**
   * Looks up all images at once. An engine with containerd's image store takes several ms for each.
   */
  private Map<String, EngineImages.Present> require(
      Map<String, EngineImages.Need> needs, Progress progress) {
    Map<String, CompletableFuture<EngineImages.Present>> running = new LinkedHashMap<>();
    needs.forEach(
        (target, need) ->
            running.put(
                target,
                CompletableFuture.supplyAsync(
                    () -> images.require(need, progress),
                    task -> Thread.ofVirtual().name("image-lookup").start(task))));
    Map<String, EngineImages.Present> found = new LinkedHashMap<>();
    running.forEach((target, image) -> found.put(target, await(image)));
    return found;
  }

  private static EngineImages.Present await(CompletableFuture<EngineImages.Present> image) {
    try {
      return image.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }
}
