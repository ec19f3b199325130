package dev.otters.oci.tar;

import dev.otters.agentfile.Quoted;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.tar.TarEntry.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveStructSparse;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.jspecify.annotations.Nullable;

/**
 * Reads the entries of an untrusted tar in order, within limits, and writes no files.
 *
 * <p>Every method throws {@link OciException} INVALID_IMAGE if the tar is damaged, exceeds a limit,
 * or contains a name that leads out of it.
 */
public final class TarReader implements AutoCloseable {
  /** The most bytes of one entry's headers. Long names and attributes take a few KiB. */
  private static final long LARGEST_HEADER = 64 << 10;

  private static final int MOST_ATTRIBUTES = 256;

  private final String what;
  private final TarBudget budget;
  private final MeteredInput metered;
  private final TarArchiveInputStream tar;
  private boolean inEntry;

  private TarReader(String what, TarBudget budget, MeteredInput metered) {
    this.what = what;
    this.budget = budget;
    this.metered = metered;
    this.tar = new TarArchiveInputStream(metered);
  }

  /**
   * Opens a tar, plain or compressed with gzip or zstd. Closing the reader closes {@code in}.
   *
   * @param what names the tar in errors
   */
  public static TarReader open(InputStream in, String what, TarBudget budget) {
    try {
      return plain(Compression.unpacked(in), what, budget);
    } catch (IOException e) {
      throw damaged(what, e);
    }
  }

  /**
   * Opens an uncompressed tar, without detection. Closing the reader closes {@code in}.
   *
   * @param what names the tar in errors
   */
  public static TarReader plain(InputStream in, String what, TarBudget budget) {
    return new TarReader(what, budget, new MeteredInput(in, budget));
  }

  /** Moves to the next entry, and skips unread content of the previous one; empty at the end. */
  public Optional<TarEntry> next() {
    try {
      skipRest();
      metered.allow(LARGEST_HEADER);
      TarArchiveEntry entry = tar.getNextEntry();
      metered.allow(Long.MAX_VALUE);
      if (entry == null) {
        return Optional.empty();
      }
      inEntry = true;
      TarEntry checked = checked(entry);
      budget.takeEntry(checked);
      return Optional.of(checked);
    } catch (IOException | IllegalArgumentException e) {
      throw damaged(what, e);
    }
  }

  /** Reads the current file, which may have up to {@code largest} bytes. */
  public byte[] read(int largest) {
    try {
      byte[] content = tar.readNBytes(largest + 1);
      if (content.length > largest) {
        throw invalid("a file in " + what + " is larger than " + largest + " bytes", null);
      }
      return content;
    } catch (IOException e) {
      throw damaged(what, e);
    }
  }

  /** Reads the first bytes of the current file; fewer if it is shorter. */
  public byte[] start(int most) {
    try {
      return tar.readNBytes(most);
    } catch (IOException e) {
      throw damaged(what, e);
    }
  }

  /**
   * Copies the current file.
   *
   * @throws IOException only if {@code out} fails
   */
  public void copyTo(OutputStream out) throws IOException {
    byte[] buffer = new byte[1 << 16];
    for (int n = readSome(buffer); n >= 0; n = readSome(buffer)) {
      out.write(buffer, 0, n);
    }
  }

  @Override
  public void close() {
    try {
      tar.close();
    } catch (IOException e) {
      throw damaged(what, e);
    }
  }

  private int readSome(byte[] buffer) {
    try {
      return tar.read(buffer);
    } catch (IOException e) {
      throw damaged(what, e);
    }
  }

  private void skipRest() {
    byte[] buffer = new byte[1 << 16];
    while (inEntry) {
      inEntry = readSome(buffer) >= 0;
    }
  }

  private TarEntry checked(TarArchiveEntry entry) {
    if (entry.isSparse() || hasHoles(entry)) {
      throw invalid(what + " contains a sparse file, which is not supported", null);
    }
    limitAttributes(entry.getExtraPaxHeaders());
    String name = cleaned(entry.getName());
    if (entry.isSymbolicLink()) {
      return new TarEntry(name, Kind.SYMBOLIC_LINK, target(name, entry.getLinkName()), 0);
    }
    if (entry.isLink()) {
      return new TarEntry(name, Kind.HARD_LINK, cleaned(entry.getLinkName()), 0);
    }
    if (entry.isDirectory()) {
      return new TarEntry(name, Kind.FOLDER, "", 0);
    }
    return switch (entry.getLinkFlag()) {
      case TarConstants.LF_NORMAL, TarConstants.LF_OLDNORM, TarConstants.LF_CONTIG ->
          file(name, entry);
      default -> new TarEntry(name, Kind.OTHER, "", 0);
    };
  }

  /** Global attributes can list holes, too. Headers in GNU's format list empty ones. */
  private static boolean hasHoles(TarArchiveEntry entry) {
    return Objects.requireNonNullElse(entry.getSparseHeaders(), List.<TarArchiveStructSparse>of())
        .stream()
        .anyMatch(hole -> hole.getOffset() > 0 || hole.getNumbytes() > 0);
  }

  /** Limits attributes, including global ones, which accumulate from entry to entry. */
  private void limitAttributes(Map<String, String> attributes) {
    long size = 0;
    for (Map.Entry<String, String> attribute : attributes.entrySet()) {
      size += attribute.getKey().length() + attribute.getValue().length();
    }
    if (attributes.size() > MOST_ATTRIBUTES || size > LARGEST_HEADER) {
      throw invalid(what + " has an entry with too many attributes", null);
    }
  }

  private String target(String name, String target) {
    if (target.length() > TarPath.LONGEST) {
      throw invalid(
          what + " contains the link " + Quoted.of(name) + ", whose target is too long", null);
    }
    return target;
  }

  private static TarEntry file(String name, TarArchiveEntry entry) {
    boolean executable = (entry.getMode() & 0111) != 0;
    Instant modified = entry.getLastModifiedTime().toInstant();
    return new TarEntry(name, Kind.FILE, "", entry.getSize(), executable, modified);
  }

  private String cleaned(String name) {
    return TarPath.clean(name)
        .orElseThrow(() -> invalid(what + " contains the hostile name " + Quoted.of(name), null));
  }

  private static OciException damaged(String what, Exception e) {
    return invalid(what + " is damaged: " + e.getMessage(), e);
  }

  private static OciException invalid(String message, @Nullable Exception cause) {
    return new OciException(
        Reason.INVALID_IMAGE,
        message,
        "Build the image again, or get it from another source.",
        cause);
  }
}
