package dev.otters.agents.image;

import dev.otters.agents.advice.Advice;
import dev.otters.api.image.FsckFinding;
import dev.otters.api.image.FsckResult;
import dev.otters.api.image.PruneResult;
import dev.otters.api.image.Transfer;
import dev.otters.api.image.TransferList;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Progress;
import dev.otters.oci.archive.Archive;
import dev.otters.oci.store.BlobSource;
import dev.otters.oci.store.Finding;
import dev.otters.oci.store.FsckReport;
import dev.otters.oci.store.ImageUser;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import dev.otters.oci.store.PruneScope;
import dev.otters.oci.store.Pruned;
import dev.otters.oci.store.StoredImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Maintains a store: tags, archives, unused data and damage.
 *
 * @param store the store
 * @param source fetches damaged content again
 * @param users returns the images that agents use
 * @param shipped returns the images of the distribution, which are never removed
 * @param runtime the runtime of this release; no image may take its name, and no file may name an
 *     image of its repository
 */
public record StoreCare(
    OciStore store,
    BlobSource source,
    Supplier<List<ImageUser>> users,
    Supplier<List<ImageReference>> shipped,
    ImageReference runtime) {
  /**
   * Adds a tag to an image. Another image that has the tag loses it.
   *
   * @param text a reference, or a digest of the store
   * @param target the new tag
   */
  public void tag(String text, String target) {
    ImageReference name = References.newName(target, runtime);
    Descriptor image = References.require(store, text);
    store.tag(name, image, Origin.TAGGED);
  }

  /**
   * Writes images as a tar; the stream stays open.
   *
   * @throws IOException when {@code out} does
   */
  public void save(List<String> names, OutputStream out) throws IOException {
    List<ImageReference> images = names.stream().map(ImageReference::parse).toList();
    new Archive(store).save(images, out, Progress.NONE);
  }

  /**
   * Imports the images of a tar file, all or none.
   *
   * @param name the tag of the image, if the file holds only one; empty for the tags in the file
   * @param file read once and not closed
   * @param progress receives the images
   * @return the images
   */
  public TransferList load(Optional<String> name, InputStream file, Progress progress) {
    Optional<ImageReference> wanted = name.map(text -> References.newName(text, runtime));
    Archive archive =
        wanted.isPresent() ? new Archive(store) : new Archive(store, this::refuseReserved);
    try {
      List<StoredImage> loaded = archive.load(file, "the file", wanted, progress);
      return new TransferList(loaded.stream().map(this::transfer).toList());
    } catch (IOException e) {
      throw new OciException(
          OciException.Reason.INVALID_IMAGE,
          "the file is truncated; nothing of it was kept",
          "Load it again; if it fails again, save it again.",
          e);
    }
  }

  /**
   * Removes unused image data.
   *
   * @param all whether to also remove images that no agent uses
   * @param dryRun whether to report only
   * @return what was removed
   */
  public PruneResult prune(boolean all, boolean dryRun) {
    Set<Digest> needed =
        users.get().stream().map(ImageUser::digest).collect(Collectors.toCollection(HashSet::new));
    for (ImageReference name : shipped.get()) {
      store.resolve(name).map(Descriptor::digest).ifPresent(needed::add);
    }
    PruneScope scope = all ? PruneScope.UNUSED : PruneScope.UNTAGGED;
    Pruned pruned = store.prune(scope, needed, dryRun);
    return new PruneResult(
        pruned.images().stream().map(image -> image.reference().toString()).toList(),
        pruned.content().blobs(),
        pruned.content().bytes(),
        dryRun);
  }

  /**
   * Reads and checks everything in the store.
   *
   * @param repair whether to fetch damaged content again
   * @param progress receives the checks and fetches
   * @return the findings
   */
  public FsckResult fsck(boolean repair, Progress progress) {
    List<ImageUser> who = users.get();
    FsckReport report = repair ? store.repair(who, source, progress) : store.fsck(who, progress);
    return new FsckResult(
        report.blobs(),
        report.bytes(),
        report.sound(),
        report.findings().stream().map(StoreCare::finding).toList());
  }

  /** Refuses a file that names a runtime or a shipped image, unless the store has that image. */
  private void refuseReserved(ImageReference name, Descriptor image) {
    boolean isRuntime = name.isLocal() && name.repository().equals(runtime.repository());
    boolean isSame =
        store.resolve(name).filter(known -> known.digest().equals(image.digest())).isPresent();
    if (!isSame && (isRuntime || shipped.get().contains(name))) {
      throw new OciException(
          OciException.Reason.INVALID_IMAGE,
          "the file names an image " + name + ", and this name is reserved for the release",
          "Load the image under another name with -t, or save the file without it.");
    }
  }

  private Transfer transfer(StoredImage image) {
    return new Transfer(
        image.reference().toString(),
        image.descriptor().digest().toString(),
        Sizes.of(store, image.descriptor()));
  }

  private static FsckFinding finding(Finding finding) {
    return new FsckFinding(
        finding.kind().name().toLowerCase(Locale.ROOT),
        finding.subject(),
        finding.message(),
        Stream.concat(
                finding.tags().stream().map(ImageReference::toString), finding.users().stream())
            .toList(),
        finding.repaired(),
        finding.remedy().isEmpty() ? null : Advice.of(finding));
  }
}
