package dev.otters.executor.docker;

import dev.otters.executor.Executor;
import dev.otters.executor.ImagePin;
import dev.otters.executor.testkit.ExecutorFixture;
import dev.otters.executor.testkit.SharedFolder;
import dev.otters.executor.testkit.TestImages;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The shared store with images of the tests with a real engine. */
final class DockerFixture {
  static final OciStore STORE = OciStore.open(SharedFolder.create("store"));
  static final TestImages IMAGES = new TestImages(STORE);

  static final ExecutorFixture FIXTURE =
      new ExecutorFixture() {
        @Override
        public Executor open(UUID home, Path folder) {
          return DockerFixture.open(home, folder);
        }

        @Override
        public ImagePin runtime() throws IOException {
          return DockerFixture.runtime();
        }
      };

  private DockerFixture() {}

  /** Returns an image whose configuration tries to loosen everything. */
  static ImagePin runtime() throws IOException {
    return IMAGES.runtime(
        Map.of(
            "Env", List.of("JAVA_TOOL_OPTIONS=-Dleak=yes", "PATH=/bin", "EXTRA=from-image"),
            "Entrypoint", List.of("/bin/false"),
            "Cmd", List.of("never"),
            "User", "0:0",
            "WorkingDir", "/proc/self/fd/7",
            "StopSignal", "SIGKILL",
            "Healthcheck", Map.of("Test", List.of("CMD", "/bin/false")),
            "Labels",
                Map.of(
                    "io.openotters.home", "another",
                    "io.openotters.check", "files",
                    "io.openotters.agent", "00000000-0000-4000-8000-000000000000")));
  }

  static DockerExecutor open(UUID home, Path folder, Map<String, String> environment) {
    return DockerExecutor.open(
        new DockerHome(home, folder, folder.resolve("unpacked")),
        STORE,
        environment,
        Path.of(System.getProperty("user.home")));
  }

  static DockerExecutor open(UUID home, Path folder) {
    return open(home, folder, System.getenv());
  }
}
