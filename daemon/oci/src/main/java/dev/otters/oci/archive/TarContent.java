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

/** Loads the files of a tar, in any order, and keeps its two lists of images separate. */
final class TarContent {
  private static final int MOST_FILES = 20_000;

  /**
   * The most files without a digest in their names, as in Docker's older format: these cost more.
   */
  private static final int MOST_OTHERS = 5_000;

  private static final long MOST_BYTES = 64L << 30;
  private static final String INDEX = "index.json";
  private static final String DOCKER_LIST = "manifest.json";
  private static final String FIRST_DOCKER_LIST = "repositories";
  private static final Set<String> LISTS = Set.of(INDEX, DOCKER_LIST, FIRST_DOCKER_LIST);
  private static final Pattern BLOB = Pattern.compile("blobs/sha256/([0-9a-f]{64})");

  /** Files that Docker writes for very old engines, and that no image needs. */
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

  Optional<byte[]> index() {
    return Optional.ofNullable(lists.get(INDEX));
  }

  Optional<byte[]> dockerList() {
    return Optional.ofNullable(lists.get(DOCKER_LIST));
  }

  /** Finds a file by its name in the tar, and follows links inside the tar only. */
  Optional<Descriptor> find(String name) {
    return TarPath.clean(name)
        .flatMap(
            clean -> {
              String file = links.getOrDefault(clean, clean);
              return Optional.ofNullable(files.get(file));
            });
  }

  /** Returns why the tar has no images. */
  String complaint() {
    if (lists.containsKey(FIRST_DOCKER_LIST)) {
      return "was saved by a Docker older than 1.10, which is not supported";
    }
    String none =
        "is not an OCI layout: it has neither an index.json with images nor a manifest.json";
    return files.keySet().stream()
        .filter(name -> name.endsWith("/" + INDEX) || name.endsWith("/" + DOCKER_LIST))
        .min(Comparator.comparing(String::length))
        .map(name -> none + "; its " + Quoted.of(name) + " must be at the top")
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

  /** Adds a file without a digest in its name. It is discarded at the end if no image needs it. */
  private Descriptor other(TarEntry entry, TarReader tar) throws IOException {
    if (++others > MOST_OTHERS) {
      throw invalid("holds more than " + MOST_OTHERS + " files that do not belong to images");
    }
    progress.update(entry.name(), 0, entry.size(), "load");
    try (BlobWriter writer = ingest.writer(MediaTypes.OCTETS)) {
      tar.copyTo(writer);
      Descriptor taken = writer.finish();
      progress.update(entry.name(), entry.size(), entry.size(), "load");
      return taken;
    }
  }

  /**
   * Returns the target of a link. Docker links shared layers: {@code <id>/layer.tar ->
   * ../<other>/layer.tar}.
   */
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
    return invalid("contains " + Quoted.of(name) + " twice");
  }

  private OciException invalid(String why) {
    return new OciException(Reason.INVALID_IMAGE, what + " " + why, "Save it again.");
  }
}
