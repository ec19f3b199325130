package dev.otters.server.home;

import dev.otters.api.ApiException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;

/**
 * Names the files of a daemon's home folder.
 *
 * @param folder the folder, absolute and free of links
 */
public record Home(Path folder) {
  /**
   * Opens a home folder, creating it with mode 0700 where it is missing.
   *
   * @param folder the folder; relative paths are taken from the working folder
   * @return the home
   * @throws ApiException when the path cannot be a private folder of this user
   */
  public static Home open(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    try {
      Path target = Files.exists(absolute) ? absolute.toRealPath() : absolute;
      PrivateFiles.createFolder(target);
      return new Home(target.toRealPath());
    } catch (IOException e) {
      throw HomeErrors.unusable(
          "cannot use " + absolute + " as the home folder: " + reason(e),
          "choose a folder that you own with OTTERS_HOME or --home",
          e);
    }
  }

  /**
   * Returns the folder that a user means when he names none: `OTTERS_HOME`, else `~/.otters`.
   *
   * @param environment the environment of the process
   * @param userHome the user's own home folder
   * @return the folder, which need not exist
   */
  public static Path defaultFolder(Map<String, String> environment, Path userHome) {
    String configured = environment.getOrDefault("OTTERS_HOME", "");
    return configured.isBlank() ? userHome.resolve(".otters") : Path.of(configured);
  }

  /**
   * Returns the id that tells this home's containers from those of other homes. Call it while
   * holding the {@link HomeLock}: the first call creates it.
   *
   * @return the same id at every call
   * @throws ApiException when the file cannot be read or written, or does not hold an id
   */
  public UUID id() {
    Path file = folder.resolve("home.id");
    try {
      if (!Files.exists(file)) {
        PrivateFiles.write(file, UUID.randomUUID() + "\n");
      }
      return UUID.fromString(Files.readString(file).strip());
    } catch (IOException | IllegalArgumentException e) {
      throw HomeErrors.unusable(
          file + " does not hold the id of this home",
          "restore it from a backup, or remove it to give the home a new id: its running containers"
              + " are then no longer recognised",
          e);
    }
  }

  /** Returns the lock file, which holds the pid of the daemon that serves this home. */
  public Path lock() {
    return folder.resolve("ottersd.lock");
  }

  /** Returns the file that tells clients the daemon's address and token. */
  public Path credentials() {
    return folder.resolve("credentials.json");
  }

  /** Returns the daemon's configuration file, which need not exist. */
  public Path config() {
    return folder.resolve("ottersd.yaml");
  }

  /** Returns the daemon's own log file. */
  public Path daemonLog() {
    return folder.resolve("ottersd.log");
  }

  /** Returns the database file. */
  public Path database() {
    return folder.resolve("daemon.db");
  }

  /** Returns the key that signs tokens. */
  public Path signingKey() {
    return folder.resolve("keys/signing.key");
  }

  /** Returns the folder of the image store. */
  public Path registry() {
    return folder.resolve("registry");
  }

  /** Returns the folder that holds one root per agent. */
  public Path agents() {
    return folder.resolve("agents");
  }

  /** Returns the root folder of one agent. */
  public Path agentRoot(UUID agent) {
    return agents().resolve(agent.toString());
  }

  /** Returns the folder of the agents' logs. */
  public Path logs() {
    return folder.resolve("logs");
  }

  /** Returns the log file of one agent, across its containers. */
  public Path log(UUID agent) {
    return logs().resolve(agent + ".log");
  }

  /** Returns the file of model providers, which need not exist. */
  public Path providers() {
    return folder.resolve("providers.yaml");
  }

  /** Returns the folder of scripts for the scripted model provider, which need not exist. */
  public Path scripts() {
    return folder.resolve("scripts");
  }

  private static String reason(IOException e) {
    return switch (e) {
      case java.nio.file.AccessDeniedException denied ->
          "access to " + denied.getFile() + " is denied";
      case java.nio.file.FileAlreadyExistsException exists -> exists.getFile() + " is not a folder";
      case java.nio.file.NoSuchFileException missing -> missing.getFile() + " does not exist";
      default -> String.valueOf(e.getMessage());
    };
  }
}
