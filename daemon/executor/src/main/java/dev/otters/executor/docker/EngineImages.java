package dev.otters.executor.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.ImagePin;
import dev.otters.executor.docker.engine.EngineConnection;
import dev.otters.executor.docker.engine.EngineErrors;
import dev.otters.executor.unpack.StoredImages;
import dev.otters.oci.Digest;
import dev.otters.oci.Progress;
import dev.otters.oci.archive.EngineArchive;
import dev.otters.oci.archive.EngineImage;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Brings images of the local store into the engine. Looks them up again after the engine's images
 * have changed, since {@code docker image prune} may remove them at any time.
 */
final class EngineImages {
  /** The most images to remember. */
  private static final int MOST_SEEN = 256;

  /** The largest config of an image that is remembered, in bytes. */
  private static final int LARGEST_SEEN = 16 << 10;

  private static final Duration LOAD_TIMEOUT = Duration.ofMinutes(15);

  /** The shortest prefix of an id that is safe from collisions: forty digits. */
  private static final int SHORTEST_ID = "sha256:".length() + 40;

  private final EngineConnection engine;
  private final EngineFreshness freshness;
  private final OciStore store;
  private final Map<String, Seen> seen = new ConcurrentHashMap<>();

  EngineImages(EngineConnection engine, EngineFreshness freshness, OciStore store) {
    this.engine = engine;
    this.freshness = freshness;
    this.store = store;
  }

  /** The purpose of an image, which is part of its name in the engine. */
  enum Kind {
    RUNTIME,
    BIN
  }

  /**
   * An image to look up.
   *
   * @param ref the reference for messages
   * @param manifest digest of the image for the engine's platform
   */
  record Need(String ref, Digest manifest, Kind kind) {}

  /**
   * An image in the engine.
   *
   * @param tag its name there
   * @param config the engine's description of it
   */
  record Present(String tag, InspectImageResponse config) {
    /** Returns the id, which stays true when the name moves to another image. */
    String id() {
      return Objects.requireNonNull(config.getId());
    }

    /**
     * Returns the id for one more use in the same container. An engine mounts each name only once,
     * but every prefix of an id is a name too.
     *
     * @param use 0 for the first use
     */
    String id(int use) {
      String whole = id();
      return whole.substring(0, Math.max(SHORTEST_ID, whole.length() - use));
    }
  }

  /** An image found while the engine's images had this mark. */
  private record Seen(InspectImageResponse config, long mark) {}

  /** Forgets all images, because one was missing. */
  void forget() {
    seen.clear();
  }

  /**
   * Returns an image in the engine, and loads it if necessary.
   *
   * @throws ExecutorException IMAGE when the store does not have it, or the engine refuses it
   */
  Present require(Need need, Progress progress) {
    return StoredImages.usable(
        new ImagePin(need.ref(), need.manifest()),
        () -> {
          String tag = tag(need.kind(), need.manifest());
          EngineImage wanted = archive().describe(need.manifest(), tag);
          InspectImageResponse found = find(wanted).orElseGet(() -> bring(wanted, need, progress));
          return new Present(tag, found);
        });
  }

  /**
   * Returns the name of an image in the engine, {@code otters.local/<kind>-<digest12>:<digest>}.
   * Containers are not made by this name, since any client can move it to another image.
   */
  static String tag(Kind kind, Digest manifest) {
    String name = kind.name().toLowerCase(Locale.ROOT) + "-" + manifest.abbreviated();
    return "otters.local/" + name + ":" + manifest.hex();
  }

  private Optional<InspectImageResponse> find(EngineImage wanted) {
    long mark = freshness.images();
    Set<String> ids = ids(wanted);
    Optional<InspectImageResponse> found =
        known(wanted.tag(), mark)
            .or(() -> inspect(wanted.tag()))
            .filter(image -> image.getId() != null && ids.contains(image.getId()));
    if (wanted.configBytes() <= LARGEST_SEEN) {
      found.ifPresent(image -> remember(wanted.tag(), new Seen(image, mark)));
    }
    return found;
  }

  /** Remembers an image, and drops the images with an older mark. */
  private void remember(String tag, Seen found) {
    seen.values().removeIf(old -> old.mark() != found.mark());
    if (seen.size() >= MOST_SEEN) {
      seen.clear();
    }
    seen.put(tag, found);
  }

  private Optional<InspectImageResponse> known(String tag, long mark) {
    return Optional.ofNullable(seen.get(tag))
        .filter(image -> mark != EngineFreshness.NONE && image.mark() == mark)
        .map(Seen::config);
  }

  private static Set<String> ids(EngineImage image) {
    return Set.of(image.config().toString(), image.manifest().toString());
  }

  private Optional<InspectImageResponse> inspect(String tag) {
    return EngineErrors.call(
        "look up the image " + tag,
        () -> {
          try {
            return Optional.of(engine.calls().inspectImageCmd(tag).exec());
          } catch (NotFoundException _) {
            return Optional.empty();
          }
        });
  }

  private synchronized InspectImageResponse bring(
      EngineImage wanted, Need need, Progress progress) {
    Optional<InspectImageResponse> meanwhile = find(wanted);
    if (meanwhile.isPresent()) {
      return meanwhile.get();
    }
    load(wanted, need.manifest(), progress);
    return find(wanted).orElseThrow(() -> notTaken(wanted, need));
  }

  private ExecutorException notTaken(EngineImage wanted, Need need) {
    String found =
        inspect(wanted.tag()).map(image -> String.valueOf(image.getId())).orElse("nothing");
    return new ExecutorException(
        Reason.IMAGE,
        "the engine loaded the image %s but has %s instead of %s"
            .formatted(need.ref(), found, wanted.manifest()),
        "Check the engine's log and its free disk space.");
  }

  private EngineArchive archive() {
    return new EngineArchive(store, engine.readsZstd());
  }

  private void load(EngineImage wanted, Digest manifest, Progress progress) {
    EngineArchive archive = archive();
    try (DockerClient client = engine.client(LOAD_TIMEOUT);
        ArchivePipe pipe =
            new ArchivePipe(out -> archive.write(manifest, wanted.tag(), out, progress))) {
      InputStream stream = pipe.stream();
      EngineErrors.run(
          "load an image into the engine",
          () -> client.loadImageAsyncCmd(stream).exec(new LoadResponse()).await());
      pipe.join();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the image " + wanted.manifest(), e);
    }
  }
}
