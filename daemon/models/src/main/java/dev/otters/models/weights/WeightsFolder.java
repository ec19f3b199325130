package dev.otters.models.weights;

import dev.otters.oci.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Names the files of the folder in which the weights lie. It may be shared by several homes.
 *
 * @param folder the folder, absolute
 */
public record WeightsFolder(Path folder) {
  /** Is the variable of the environment that names another folder. */
  public static final String VARIABLE = "OTTERS_MODELS";

  /**
   * Returns the folder of a home: {@code OTTERS_MODELS}, else {@code models} in the home.
   *
   * @param environment the environment of the daemon
   * @param home the home folder
   */
  public static WeightsFolder of(Map<String, String> environment, Path home) {
    String configured = environment.getOrDefault(VARIABLE, "");
    Path folder = configured.isBlank() ? home.resolve("models") : Path.of(configured);
    return new WeightsFolder(folder.toAbsolutePath().normalize());
  }

  /** Makes the folder where it is missing. */
  void create() throws IOException {
    Files.createDirectories(folder);
  }

  /** Returns the file of verified weights. */
  Path weights(Digest digest) {
    return folder.resolve(digest.hex() + ".gguf");
  }

  /** Returns the file that says for which state of the weights the digest was right. */
  Path stamp(Digest digest) {
    return folder.resolve(digest.hex() + ".verified");
  }

  /** Returns the beginning of weights that are not all here. */
  Path partial(Digest digest) {
    return folder.resolve(digest.hex() + ".partial");
  }

  /** Returns the file that says which version of which web address the beginning is of. */
  Path origin(Digest digest) {
    return folder.resolve(digest.hex() + ".partial.origin");
  }

  /** Returns the file that is locked by whoever writes these weights. */
  Path lock(Digest digest) {
    return folder.resolve(digest.hex() + ".lock");
  }

  /** Returns the folder in which packages of these weights are unpacked. */
  Path packages(Digest digest) {
    return folder.resolve(digest.hex() + ".packages");
  }

  /** Returns the folder of descriptions of models that were added from files. */
  Path added() {
    return folder.resolve("added");
  }

  /** Returns everything that an unfinished download leaves. */
  List<Path> unfinished(Digest digest) {
    return List.of(partial(digest), origin(digest));
  }
}
