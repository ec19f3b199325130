package dev.otters.oci.store;

import dev.otters.oci.Digest;
import dev.otters.oci.Fix;
import dev.otters.oci.Fix.Operation;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.json.JsonView;
import dev.otters.oci.store.Finding.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a whole store and moves damaged content to quarantine. The store can be in use meanwhile.
 */
final class Fsck {
  private static final String DAMAGED = "did not match its name and was moved to quarantine";

  private final OciStore store;
  private final Collection<ImageUser> users;
  private final Layout layout;
  private final StoreLock lock;
  private final Progress progress;
  private final List<Finding> findings = new ArrayList<>();
  private final Set<Digest> damaged = new LinkedHashSet<>();
  private Collected read = Collected.NOTHING;

  Fsck(OciStore store, Collection<ImageUser> users, StoreLock lock, Progress progress) {
    this.store = store;
    this.users = users;
    this.layout = store.layout();
    this.lock = lock;
    this.progress = progress;
  }

  FsckReport check() {
    readAll();
    return report(List.of());
  }

  /** Checks the store and fetches what is available, until nothing new is missing. */
  FsckReport repair(BlobSource source) {
    readAll();
    return report(new Repair(store, users, source, progress).run(damaged));
  }

  private void readAll() {
    try {
      Files.createDirectories(layout.blobs());
      Files.createDirectories(layout.staging());
      readBlobs();
    } catch (IOException e) {
      throw StoreLock.failure(layout.folder(), e);
    }
    if (lock.alone(this::isMarkerWritten)) {
      note(
          Kind.DAMAGED_LAYOUT,
          "oci-layout",
          "the file that names the layout's version could not be read and was written again");
    }
    lock.alone(this::rebuiltIndex)
        .ifPresent(
            rebuilt ->
                note(
                    Kind.DAMAGED_INDEX,
                    "index.json",
                    "the list of tags could not be read and was rebuilt: "
                        + rebuilt.copied()
                        + " tags from its copy, "
                        + rebuilt.found()
                        + " untagged images from the blobs"));
  }

  /**
   * Returns the findings: repaired content, and content that is still missing.
   *
   * @param repaired content that was missing and has been fetched
   */
  private FsckReport report(List<Closures.Lack> repaired) {
    Map<Digest, Finding> all = new LinkedHashMap<>();
    damaged.forEach(digest -> all.put(digest, finding(digest)));
    repaired.forEach(lack -> all.put(lack.content().digest(), finding(lack, true)));
    new Closures(store, users, damaged)
        .lacks()
        .forEach(lack -> all.put(lack.content().digest(), finding(lack, false)));
    List<Finding> sorted = new ArrayList<>(findings);
    sorted.addAll(all.values());
    return new FsckReport(read.blobs(), read.bytes(), sorted);
  }

  private static Finding finding(Digest unneeded) {
    return new Finding(
        Kind.DAMAGED_BLOB,
        unneeded.toString(),
        DAMAGED + ", and no image needs it",
        List.of(),
        List.of(),
        true,
        "",
        Optional.empty());
  }

  private Finding finding(Closures.Lack lack, boolean repaired) {
    Digest digest = lack.content().digest();
    Kind kind =
        !lack.isMissing()
            ? Kind.INVALID_CONTENT
            : damaged.contains(digest) ? Kind.DAMAGED_BLOB : Kind.MISSING_BLOB;
    String message =
        switch (kind) {
          case DAMAGED_BLOB -> DAMAGED;
          case MISSING_BLOB -> "is missing";
          default -> lack.wrong().orElse("");
        };
    List<ImageReference> tags = lack.needs().stream().flatMap(need -> need.tag().stream()).toList();
    List<String> others =
        lack.needs().stream()
            .filter(need -> need.tag().isEmpty())
            .map(Closures.Need::name)
            .distinct()
            .toList();
    Closures.Need first = lack.needs().getFirst();
    String remedy = repaired ? "" : remedy(first);
    Optional<Fix> fix =
        first
            .source()
            .filter(_ -> !repaired)
            .map(from -> new Fix(Operation.REPAIR_STORE, from.toString()));
    return new Finding(kind, digest.toString(), message, tags, others, repaired, remedy, fix);
  }

  private static String remedy(Closures.Need need) {
    String image = need.tag().isPresent() ? need.name() : "the image of " + need.name();
    return need.source()
        .map(_ -> "Fetch it again.")
        .orElse("Build or load " + image + " again, or remove " + need.name() + ".");
  }

  private void readBlobs() throws IOException {
    List<Path> files = Blobs.files(layout.blobs());
    int done = 0;
    for (Path file : files) {
      progress.update("blobs", done++, files.size(), "fsck");
      if (!isWhole(file)) {
        boolean _ = lock.alone(() -> removeDamaged(file));
      }
    }
    progress.update("blobs", done, files.size(), "fsck");
  }

  /** A file that was removed meanwhile is not damaged. */
  private boolean isWhole(Path file) throws IOException {
    // Reading a pipe would never end, and a link may lead to a file that changes.
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return !Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }
    try {
      read = read.plus(Files.size(file));
      return Blobs.hash(file).equals(Blobs.digest(file));
    } catch (NoSuchFileException _) {
      return true;
    } catch (IOException e) {
      // Unreadable content is as lost as wrong content.
      if (Files.isReadable(file)) {
        return false;
      }
      throw e;
    }
  }

  /** Checks again under the lock, when no other process can replace the bad file. */
  private boolean removeDamaged(Path file) throws IOException {
    if (isWhole(file)) {
      return false;
    }
    new Quarantine(layout).take(file);
    return damaged.add(Blobs.digest(file));
  }

  private void note(Kind kind, String file, String message) {
    findings.add(
        new Finding(kind, file, message, List.of(), List.of(), true, "", Optional.empty()));
  }

  private boolean isMarkerWritten() throws IOException {
    if (isMarker()) {
      return false;
    }
    if (Files.exists(layout.marker(), LinkOption.NOFOLLOW_LINKS)) {
      new Quarantine(layout).take(layout.marker());
    }
    Durable.replace(layout.marker(), Layout.VERSION.getBytes(StandardCharsets.UTF_8));
    return true;
  }

  private boolean isMarker() throws IOException {
    if (!Files.isRegularFile(layout.marker())) {
      return false;
    }
    try (InputStream in = Files.newInputStream(layout.marker())) {
      byte[] json = in.readNBytes(4096);
      return JsonView.parse(json, "oci-layout", Reason.STORE)
          .text("imageLayoutVersion")
          .equals("1.0.0");
    } catch (NoSuchFileException | OciException _) {
      return false;
    }
  }

  private Optional<Rebuilding.Rebuilt> rebuiltIndex() throws IOException {
    try {
      store.indexFile().read();
      return Optional.empty();
    } catch (OciException _) {
      Rebuilding.Rebuilt rebuilt = new Rebuilding(store).run();
      if (Files.exists(layout.index(), LinkOption.NOFOLLOW_LINKS)) {
        new Quarantine(layout).take(layout.index());
      }
      store.indexFile().write(rebuilt.index());
      return Optional.of(rebuilt);
    }
  }
}
