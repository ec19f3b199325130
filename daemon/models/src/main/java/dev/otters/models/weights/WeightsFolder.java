package dev.otters.models.weights;

import dev.otters.oci.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The folder of the weights, which several homes may share.
 *
 * @param folder the absolute path
 */
public record WeightsFolder(Path folder) {
  /** The environment variable for another folder. */
  public static final String VARIABLE = "OTTERS_MODELS";

  /** Returns the folder of a home: {@code OTTERS_MODELS}, else {@code models} in the home. */
  public static WeightsFolder of(Map<String, String> environment, Path home) {
    String configured = environment.getOrDefault(VARIABLE, "");
    Path folder = configured.isBlank() ? home.resolve("models") : Path.of(configured);
    return new WeightsFolder(folder.toAbsolutePath().normalize());
  }

  void create() throws IOException {
    Files.createDirectories(folder);
  }

  Path weights(Digest digest) {
    return folder.resolve(digest.hex() + ".gguf");
  }

  Path stamp(Digest digest) {
    return folder.resolve(digest.hex() + ".verified");
  }

  Path partial(Digest digest) {
    return folder.resolve(digest.hex() + ".partial");
  }

  /** Returns the file with the URL and entity tag of incomplete weights. */
  Path origin(Digest digest) {
    return folder.resolve(digest.hex() + ".partial.origin");
  }

  /** Returns the lock file for writing the weights. */
  Path lock(Digest digest) {
    return folder.resolve(digest.hex() + ".lock");
  }

  /** Returns the folder for unpacking packages of the weights. */
  Path packages(Digest digest) {
    return folder.resolve(digest.hex() + ".packages");
  }

  /** Returns the folder with the entries of models that were added from files. */
  Path added() {
    return folder.resolve("added");
  }

  /** Returns all files of an unfinished download. */
  List<Path> unfinished(Digest digest) {
    return List.of(partial(digest), origin(digest));
  }
}
