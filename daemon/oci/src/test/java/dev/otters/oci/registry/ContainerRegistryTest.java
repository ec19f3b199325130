package dev.otters.oci.registry;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Debian's docker-registry in a container, over its published port. */
@Tag("docker")
class ContainerRegistryTest extends RegistryContract {
  private static @Nullable ContainerRegistry image;
  private @Nullable String container;

  @BeforeAll
  static void makeImage() throws IOException {
    image = ContainerRegistry.make();
  }

  @AfterAll
  static void removeImage() throws IOException {
    if (image != null) {
      image.close();
    }
  }

  @Override
  String start() throws IOException {
    ContainerRegistry made = Objects.requireNonNull(image);
    container = made.start();
    return made.host(container);
  }

  @AfterEach
  void stop() throws IOException {
    if (image != null && container != null) {
      image.stop(container);
    }
  }
}
