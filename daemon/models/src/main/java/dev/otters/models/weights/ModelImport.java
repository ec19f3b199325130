package dev.otters.models.weights;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.oci.Digest;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Imports models from files. */
public final class ModelImport {
  private static final int BUFFER = 1 << 20;
  private static final int USUAL_CONTEXT = 2048;

  private final WeightsFolder folder;
  private final Catalogue catalogue;
  private final Weights weights;

  /**
   * The description of a file.
   *
   * @param bytes the size of the file; 0 if unknown
   * @param context the context in tokens; empty for the value in the file
   * @param licence the licence; empty for the value in the file
   */
  public record Request(
      String name, long bytes, Optional<Integer> context, Optional<String> licence) {}

  private record Received(long bytes, Digest digest) {}

  ModelImport(WeightsFolder folder, Catalogue catalogue, Weights weights) {
    this.folder = folder;
    this.catalogue = catalogue;
    this.weights = weights;
  }

  /** Imports a model. Removes all of it if that fails. */
  CatalogueEntry add(Request request, InputStream content, Progress progress) {
    checkName(request.name());
    Path file = folder.folder().resolve("adding-" + UUID.randomUUID() + ".gguf");
    try {
      folder.create();
      DiskErrors.requireRoom(folder.folder(), request.name(), request.bytes());
      try {
        Received received = receive(request, file, content, progress);
        CatalogueEntry entry = entry(request, file, received);
        keep(entry, file);
        return entry;
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw DiskErrors.unusable(e, folder.folder());
    }
  }

  private static void checkName(String name) {
    if (!CatalogueFile.isName(name)) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          "'" + name + "' is not a valid model name",
          "Use up to 64 lower-case letters, digits, dots, dashes and underscores, such as"
              + " my-model.");
    }
  }

  private static Received receive(
      Request request, Path file, InputStream content, Progress progress) throws IOException {
    MessageDigest hash = Digest.sha256();
    byte[] buffer = new byte[BUFFER];
    long size = 0;
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (int read; (read = content.readNBytes(buffer, 0, BUFFER)) > 0; ) {
        if (size == 0 && !begins(buffer, read)) {
          throw invalid("it does not start with " + Gguf.MAGIC);
        }
        ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, read);
        while (bytes.hasRemaining()) {
          int unused = out.write(bytes);
        }
        hash.update(buffer, 0, read);
        size += read;
        progress.update(request.name(), size, request.bytes(), "upload");
      }
      out.force(true);
    }
    return new Received(size, Digest.ofHash(hash.digest()));
  }

  private static boolean begins(byte[] buffer, int length) {
    return length >= 4
        && Gguf.MAGIC.equals(
            new String(buffer, 0, 4, java.nio.charset.StandardCharsets.ISO_8859_1));
  }

  private CatalogueEntry entry(Request request, Path file, Received received) throws IOException {
    Gguf head;
    try {
      head = Gguf.read(file);
    } catch (Gguf.InvalidGguf e) {
      throw new ApiException(invalid(String.valueOf(e.getMessage())).problem(), e);
    }
    if (received.bytes() < head.bytes()) {
      throw invalid(
          "it has %d bytes and its tensors need %d, so its end is missing"
              .formatted(received.bytes(), head.bytes()));
    }
    Optional<CatalogueEntry> named =
        catalogue.named().stream().filter(e -> e.name().equals(request.name())).findFirst();
    if (named.isPresent()) {
      return same(named.get(), received);
    }
    return new CatalogueEntry(
        request.name(),
        request.name() + ", " + head.architecture() + ", added from a file",
        received.bytes(),
        received.digest(),
        request.licence().or(head::licence).orElse("unknown"),
        request.context().or(head::contextSize).orElse(USUAL_CONTEXT),
        false,
        List.of());
  }

  /** Checks that a file is the one that the catalogue means by the name. */
  private static CatalogueEntry same(CatalogueEntry named, Received received) {
    if (named.sha256().equals(received.digest())) {
      return named;
    }
    throw ApiException.of(
        ErrorCode.CONFLICT,
        "the catalogue has another file for %s: its digest is %s, and this file's is %s"
            .formatted(named.name(), named.sha256(), received.digest()),
        "Add the file under another name, or get the file of the catalogue.");
  }

  private void keep(CatalogueEntry entry, Path file) throws IOException {
    Optional<CatalogueEntry> before = catalogue.find(entry.name());
    if (before.isPresent() && !before.get().sha256().equals(entry.sha256())) {
      throw ApiException.of(
          ErrorCode.NAME_TAKEN,
          "another model " + entry.name() + " exists",
          "Choose another name, or remove the model first with 'otters model rm "
              + entry.name()
              + "'.");
    }
    Files.move(
        file,
        folder.weights(entry.sha256()),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    weights.good(entry);
    for (Path unfinished : folder.unfinished(entry.sha256())) {
      Files.deleteIfExists(unfinished);
    }
    if (catalogue.named().stream().noneMatch(e -> e.name().equals(entry.name()))) {
      catalogue.add(entry);
    }
  }

  private static ApiException invalid(String why) {
    return new ApiException(
        Problem.of(
            ErrorCode.MODEL_INVALID,
            "the file is not a usable model: " + why,
            "Use a GGUF file, as llama.cpp does."));
  }
}
