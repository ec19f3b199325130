package dev.otters.executor.system;

import dev.otters.executor.Executor;
import dev.otters.executor.ImagePin;
import dev.otters.executor.testkit.Bubblewrap;
import dev.otters.executor.testkit.ExecutorFixture;
import dev.otters.executor.testkit.SharedFolder;
import dev.otters.executor.testkit.TestImages;
import dev.otters.executor.unpack.UnpackedImages;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The shared store with images of the tests with bubblewrap. */
final class SystemFixture {
  private static final Path FOLDER = SharedFolder.create("system-store");
  private static final OciStore STORE = OciStore.open(FOLDER.resolve("store"));
  static final TestImages IMAGES = new TestImages(STORE);
  private static Optional<ImagePin> runtime = Optional.empty();

  static final ExecutorFixture FIXTURE =
      new ExecutorFixture() {
        @Override
        public Executor open(UUID home, Path folder) throws IOException {
          return SystemFixture.open(home, folder);
        }

        @Override
        public ImagePin runtime() throws IOException {
          return SystemFixture.runtime();
        }
      };

  private SystemFixture() {}

  static UnpackedImages images() {
    return new UnpackedImages(FOLDER.resolve("unpacked"), STORE);
  }

  /** Lets every user reach the unpacked images, as in an ordinary user's home. */
  static void openToAll() throws IOException {
    Files.setPosixFilePermissions(FOLDER, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path unpacked = FOLDER.resolve("unpacked");
    Files.setPosixFilePermissions(unpacked, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Returns the one runtime image of all tests. */
  static synchronized ImagePin runtime() throws IOException {
    ImagePin image = runtime.isPresent() ? runtime.get() : IMAGES.runtime(Map.of());
    runtime = Optional.of(image);
    return image;
  }

  /** Opens the executor of a home whose folder is in {@code parent}. */
  static SystemExecutor open(UUID home, Path parent) throws IOException {
    return SystemExecutor.open(home(home, parent), images(), Bubblewrap.environment());
  }

  /** Opens the executor without sandboxes of a home whose folder is in {@code parent}. */
  static PlainExecutor openPlain(UUID home, Path parent) throws IOException {
    return PlainExecutor.open(home(home, parent), images());
  }

  private static SystemHome home(UUID home, Path parent) throws IOException {
    Path folder = parent.resolve("home-" + home);
    if (!Files.exists(folder)) {
      Files.createDirectory(folder);
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }
    return new SystemHome(home, folder);
  }
}
