package dev.otters.executor.docker.engine;

import com.github.dockerjava.api.model.LogConfig.LoggingType;
import com.github.dockerjava.api.model.Version;
import com.github.dockerjava.api.model.VersionComponent;
import java.util.List;
import java.util.Objects;

/**
 * A program that serves the API of the Docker Engine, with the ways in which the answers differ.
 */
public enum EngineKind {
  DOCKER(LoggingType.LOCAL, true),

  /**
   * Podman 4 and later. It does not say that memory ran out, does not unset the variables of an
   * image, limits processes below its own limit only if asked, and reads the output of a container
   * from a file, from which it loses lines.
   */
  PODMAN(LoggingType.JSON_FILE, false);

  private final LoggingType log;
  private final boolean complete;

  EngineKind(LoggingType log, boolean complete) {
    this.log = log;
    this.complete = complete;
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

  /** Returns whether the engine reports that the kernel killed a process for lack of memory. */
  public boolean reportsOutOfMemory() {
    return complete;
  }

  /** Returns whether a variable without a value in a request unsets that of the image. */
  public boolean unsetsVariables() {
    return complete;
  }

  /** Returns whether the stream of a container's output has all lines, with exact times. */
  public boolean streamsAllOutput() {
    return complete;
  }

  /** Returns whether a program that has ended keeps the pid that it had. */
  public boolean keepsPids() {
    return complete;
  }

  /** Returns whether a container may have as many processes as the kernel allows unless asked. */
  public boolean leavesProcessesUnlimited() {
    return complete;
  }
}
