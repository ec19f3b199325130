package dev.otters.acceptance;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds what {@code ./gradlew install} left, the thing that a user runs. */
public final class Distribution {

  private Distribution() {}

  /** Gives the folder of the distribution. */
  public static Path folder() {
    Path folder = root().resolve("build/otters");
    if (!Files.isExecutable(folder.resolve("bin/otters"))) {
      throw new IllegalStateException(
          "there is no distribution in " + folder + ": run ./gradlew install");
    }
    return folder;
  }

  /** Gives the image tar of a registry, which only tests use. */
  public static Path registryImage() {
    return root().resolve("images/build/test-images/registry.tar");
  }

  /** Gives the folder of the project. */
  public static Path root() {
    return Path.of(System.getProperty("otters.root"));
  }
}
