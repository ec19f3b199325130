package dev.otters.oci.store;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fetches the missing content of a store's tags from their registries. */
final class Repair {
  private static final Logger LOG = LoggerFactory.getLogger(Repair.class);

  private final OciStore store;
  private final Collection<ImageUser> users;
  private final BlobSource source;
  private final Progress progress;
  private final Set<Digest> tried = new HashSet<>();

  Repair(OciStore store, Collection<ImageUser> users, BlobSource source, Progress progress) {
    this.store = store;
    this.users = users;
    this.source = source;
    this.progress = progress;
  }

  /** Fetches missing content and returns it. A fetched manifest can reveal more missing content. */
  List<Closures.Lack> run(Set<Digest> damaged) {
    List<Closures.Lack> fetched = new ArrayList<>();
    boolean more = true;
    while (more) {
      List<Closures.Lack> open =
          new Closures(store, users, damaged)
              .lacks().stream()
                  .filter(Closures.Lack::isMissing)
                  .filter(lack -> tried.add(lack.content().digest()))
                  .toList();
      open.stream().filter(this::fetch).forEach(fetched::add);
      more = !open.isEmpty();
    }
    return fetched;
  }

  private boolean fetch(Closures.Lack lack) {
    Set<ImageReference> sources = new LinkedHashSet<>();
    lack.needs().forEach(need -> need.source().ifPresent(sources::add));
    return sources.stream().anyMatch(from -> fetch(from, lack.content()));
  }

  private boolean fetch(ImageReference from, Descriptor content) {
    String item = content.digest().abbreviated();
    progress.update(item, 0, content.size(), "repair");
    try (Ingest ingest = store.ingest()) {
      try (BlobWriter writer = writer(ingest, content)) {
        source.fetch(from, content, writer);
        check(content, writer.finish());
      }
      ingest.commit();
      progress.update(item, content.size(), content.size(), "repair");
      return true;
    } catch (OciException | IOException e) {
      LOG.atWarn()
          .addKeyValue("digest", content.digest())
          .addKeyValue("from", from)
          .log("Content could not be fetched: {}", e.getMessage());
      return false;
    }
  }

  private static BlobWriter writer(Ingest ingest, Descriptor content) {
    return content.size() == 0 ? ingest.writer(content.mediaType()) : ingest.writer(content);
  }

  private static void check(Descriptor wanted, Descriptor fetched) {
    if (!fetched.digest().equals(wanted.digest())) {
      throw BlobWriter.mismatch(wanted, "is really " + fetched.digest() + ", not what");
    }
  }
}
