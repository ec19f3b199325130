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
  DOCKER(LoggingType.LOCAL, "[FATAL tini (", true),

  /**
   * Podman 4.3 and later. It does not say that memory ran out, adds to what Docker's call asks for,
   * limits processes below its own limit only if asked, and reads the output of a container from a
   * file, from which it loses lines.
   */
  PODMAN(LoggingType.JSON_FILE, "ERROR (catatonit:", false);

  private final LoggingType log;
  private final String initError;
  private final boolean complete;

  EngineKind(LoggingType log, String initError, boolean complete) {
    this.log = log;
    this.initError = initError;
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

  /** Returns the beginning of an error of the engine's init process. */
  public String initError() {
    return initError;
  }

  /** Returns whether the engine reports that the kernel killed a process for lack of memory. */
  public boolean reportsOutOfMemory() {
    return complete;
  }

  /** Returns whether a container made with Docker's call has only what the request names. */
  public boolean createsAsAsked() {
    return complete;
  }

  /** Returns whether the stream of a container's output has all lines, with exact times. */
  public boolean streamsAllOutput() {
    return complete;
  }

  /** Returns whether a wait for a container that another client removes returns its exit code. */
  public boolean returnsExitCodes() {
    return complete;
  }

  /** Returns whether a program that has ended keeps the pid that it had. */
  public boolean keepsPids() {
    return complete;
  }

  /** Returns whether a network can keep its containers apart. */
  public boolean separatesContainers() {
    return complete;
  }

  /** Returns whether a container may have as many processes as the kernel allows unless asked. */
  public boolean leavesProcessesUnlimited() {
    return complete;
  }
}
