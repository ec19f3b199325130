package dev.otters.oci.archive;

import dev.otters.agentfile.Quoted;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.BlobWriter;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.tar.TarBudget;
import dev.otters.oci.tar.TarEntry;
import dev.otters.oci.tar.TarPath;
import dev.otters.oci.tar.TarReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes the files of a tar in, in any order, and keeps its two lists of images apart. */
final class TarContent {
  private static final int MOST_FILES = 20_000;

  /** Of blobs only a name that tells the digest is cheap; Docker's older files have others. */
  private static final int MOST_OTHERS = 5_000;

  private static final long MOST_BYTES = 64L << 30;
  private static final String INDEX = "index.json";
  private static final String DOCKER_LIST = "manifest.json";
  private static final String FIRST_DOCKER_LIST = "repositories";
  private static final Set<String> LISTS = Set.of(INDEX, DOCKER_LIST, FIRST_DOCKER_LIST);
  private static final Pattern BLOB = Pattern.compile("blobs/sha256/([0-9a-f]{64})");

  /** What Docker writes for engines of ten years ago: no part of any image. */
  private static final Pattern OLD_NOTES =
      Pattern.compile("oci-layout|[0-9a-f]{64}/(VERSION|json)");

  private final String what;
  private final Ingest ingest;
  private final Progress progress;
  private final Map<String, byte[]> lists = new HashMap<>();
  private final Map<String, Descriptor> files = new HashMap<>();
  private final Map<String, String> links = new HashMap<>();
  private int others;

  TarContent(String what, Ingest ingest, Progress progress) {
    this.what = what;
    this.ingest = ingest;
    this.progress = progress;
  }

  void read(InputStream in) throws IOException {
    try (TarReader tar = TarReader.open(in, what, new TarBudget(MOST_FILES, MOST_BYTES))) {
      for (Optional<TarEntry> next = tar.next(); next.isPresent(); next = tar.next()) {
        TarEntry entry = next.get();
        switch (entry.kind()) {
          case FILE -> file(entry, tar);
          case SYMBOLIC_LINK -> target(entry).ifPresent(to -> links.put(entry.name(), to));
          case HARD_LINK -> links.put(entry.name(), entry.target());
          case FOLDER, OTHER -> {}
        }
      }
    }
  }

  /** Returns the index of an OCI layout. */
  Optional<byte[]> index() {
    return Optional.ofNullable(lists.get(INDEX));
  }

  /** Returns what {@code docker load} would read. */
  Optional<byte[]> dockerList() {
    return Optional.ofNullable(lists.get(DOCKER_LIST));
  }

  /** Finds a file by a name that stands in the tar, following links within the tar only. */
  Optional<Descriptor> find(String name) {
    return TarPath.clean(name)
        .flatMap(
            clean -> {
              String file = links.getOrDefault(clean, clean);
              return Optional.ofNullable(files.get(file));
            });
  }

  /** Says why there is no image. */
  String complaint() {
    if (lists.containsKey(FIRST_DOCKER_LIST)) {
      return "was saved by a Docker older than 1.10, which is not supported";
    }
    String none = "is no OCI layout: it has no index.json with images, and no manifest.json either";
    return files.keySet().stream()
        .filter(name -> name.endsWith("/" + INDEX) || name.endsWith("/" + DOCKER_LIST))
        .min(Comparator.comparing(String::length))
        .map(name -> none + "; its " + Quoted.of(name) + " must stand at the top")
        .orElse(none);
  }

  private void file(TarEntry entry, TarReader tar) throws IOException {
    String name = entry.name();
    Matcher blob = BLOB.matcher(name);
    if (LISTS.contains(name)) {
      if (lists.put(name, tar.read(ManifestCodec.LARGEST)) != null) {
        throw twice(name);
      }
    } else if (blob.matches()) {
      files.put(name, blob(new Descriptor("", new Digest(blob.group(1)), entry.size()), tar));
    } else if (!OLD_NOTES.matcher(name).matches()) {
      Descriptor before = files.put(name, other(entry, tar));
      if (before != null) {
        throw twice(name);
      }
    }
  }

  private Descriptor blob(Descriptor blob, TarReader tar) throws IOException {
    String item = blob.digest().abbreviated();
    progress.update(item, 0, blob.size(), "load");
    if (!ingest.has(blob.digest())) {
      try (BlobWriter writer = ingest.writer(blob)) {
        tar.copyTo(writer);
        writer.finish();
      }
    }
    progress.update(item, blob.size(), blob.size(), "load");
    return blob;
  }

  /** Takes a file whose digest nobody tells; one that no image needs is dropped in the end. */
  private Descriptor other(TarEntry entry, TarReader tar) throws IOException {
    if (++others > MOST_OTHERS) {
      throw invalid("holds more than " + MOST_OTHERS + " files that are no parts of images");
    }
    progress.update(entry.name(), 0, entry.size(), "load");
    try (BlobWriter writer = ingest.writer(MediaTypes.OCTETS)) {
      tar.copyTo(writer);
      Descriptor taken = writer.finish();
      progress.update(entry.name(), entry.size(), entry.size(), "load");
      return taken;
    }
  }

  /** Docker links layers that two images share: {@code <id>/layer.tar -> ../<other>/layer.tar}. */
  private static Optional<String> target(TarEntry link) {
    String target = link.target();
    int slash = link.name().lastIndexOf('/');
    if (!target.startsWith("../")) {
      return TarPath.clean(link.name().substring(0, slash + 1) + target);
    }
    int outer = slash < 0 ? -1 : link.name().lastIndexOf('/', slash - 1);
    return slash < 0
        ? Optional.empty()
        : TarPath.clean(link.name().substring(0, outer + 1) + target.substring(3));
  }

  private OciException twice(String name) {
    return invalid("holds " + Quoted.of(name) + " twice");
  }

  private OciException invalid(String why) {
    return new OciException(Reason.INVALID_IMAGE, what + " " + why, "Save it again.");
  }
}
