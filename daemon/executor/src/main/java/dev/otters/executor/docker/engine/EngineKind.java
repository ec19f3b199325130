package dev.otters.executor.docker.engine;

import com.github.dockerjava.api.model.LogConfig.LoggingType;
import com.github.dockerjava.api.model.Version;
import com.github.dockerjava.api.model.VersionComponent;
import java.util.List;
import java.util.Objects;

/** A program that serves the API of the Docker Engine. */
public enum EngineKind {
  DOCKER(LoggingType.LOCAL),
  PODMAN(LoggingType.JSON_FILE);

  private final LoggingType log;

  EngineKind(LoggingType log) {
    this.log = log;
  }

  /** Returns the kind of the engine with this version. */
  static EngineKind of(Version version) {
    List<VersionComponent> parts = Objects.requireNonNullElse(version.getComponents(), List.of());
    return parts.stream().anyMatch(part -> "Podman Engine".equals(part.getName()))
        ? PODMAN
        : DOCKER;
  }

  /** Returns the log driver that keeps output in files of limited size. */
  public LoggingType log() {
    return log;
  }
}
