package dev.otters.executor.docker;

import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Mount;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.docker.engine.EngineConnection;
import dev.otters.executor.docker.engine.EngineErrors;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks that an engine sees the files of this machine, with a new file of a random name. An engine
 * on another machine or in another container fails the check.
 */
final class HostFileCheck {
  private static final Logger LOG = LoggerFactory.getLogger(HostFileCheck.class);
  private static final String FILE = ".engine-check-";

  private final EngineConnection engine;
  private final Containers containers;
  private final Labels labels;
  private final Path folder;
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  /**
   * Creates a check.
   *
   * @param folder the folder for the file
   */
  HostFileCheck(EngineConnection engine, Containers containers, Labels labels, Path folder) {
    this.engine = engine;
    this.containers = containers;
    this.labels = labels;
    this.folder = folder;
  }

  void removeRemains() {
    containers.removeChecks();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, FILE + "*")) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.atWarn()
          .addKeyValue("folder", folder)
          .setCause(e)
          .log("Cannot remove the files of a check");
    }
  }

  /**
   * Checks an engine once.
   *
   * @param engineId the engine's id, under which the result is remembered
   * @param image id of any image in the engine
   * @throws ExecutorException UNSUPPORTED when the engine sees other files
   */
  void check(String engineId, String image) {
    if (seen.contains(engineId)) {
      return;
    }
    Path file = folder.resolve(FILE + UUID.randomUUID());
    try {
      Files.createFile(file);
      try {
        mount(file, image);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new ExecutorException(
          Reason.UNSUPPORTED,
          "cannot write to " + folder + ": " + e.getMessage(),
          "Free some disk space there, and check that the daemon may write to it.",
          e);
    }
    seen.add(engineId);
  }

  private void mount(Path file, String image) {
    containers.removeChecks();
    Mount mount = ContainerRequest.bind(file.toString(), "/check", true);
    EngineErrors.run(
        "check that the engine sees this machine's files",
        () -> {
          try {
            containers.create(
                engine
                    .calls()
                    .createContainerCmd(image)
                    .withName("otters-check-" + UUID.randomUUID())
                    .withLabels(labels.ofCheck())
                    .withEntrypoint("/check")
                    .withHostConfig(
                        new HostConfig().withNetworkMode("none").withMounts(List.of(mount))));
          } catch (DockerException e) {
            throw unseen(e);
          }
        });
    containers.removeChecks();
  }

  private RuntimeException unseen(DockerException e) {
    String said = EngineErrors.message(e);
    if (!said.contains("does not exist") && !said.contains("no such file or directory")) {
      return e;
    }
    return new ExecutorException(
        Reason.UNSUPPORTED,
        "the engine at " + engine.endpoint() + " does not see the files of this machine",
        "Set DOCKER_HOST to the socket of an engine that runs directly on this machine, not in a"
            + " container or virtual machine.",
        e);
  }
}
