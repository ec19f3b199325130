package dev.otters.home;

import dev.otters.api.ApiException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The home folder of a daemon, with the places of its files.
 *
 * @param folder the folder, absolute and free of links
 */
public record Home(Path folder) {
  private static final String ID = "home.id";

  /** The files that operators and clients may put into a home before its first daemon. */
  private static final Set<String> PREPARED =
      Set.of(
          "ottersd.yaml",
          "providers.yaml",
          "prices.yaml",
          "models.yaml",
          "models",
          "scripts",
          "ottersd.log",
          "start.lock");

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
      if (Files.isDirectory(target)) {
        refuseForeign(target);
      }
      PrivateFiles.createFolder(target);
      return new Home(target.toRealPath());
    } catch (IOException e) {
      throw HomeErrors.unusable(
          "cannot use " + absolute + " as the home folder: " + reason(e),
          "Choose a folder that you own with OTTERS_HOME or --home.",
          e);
    }
  }

  /** Refuses a folder whose mode must not change: one of another user, or with other content. */
  private static void refuseForeign(Path folder) throws IOException {
    int owner = (Integer) Files.getAttribute(folder, "unix:uid");
    if (owner != ProcessUser.current().uid()) {
      throw new IOException("it belongs to uid " + owner);
    }
    boolean open =
        !PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)).endsWith("------");
    if (open && !Files.exists(folder.resolve(ID)) && holdsForeign(folder)) {
      throw new IOException("it holds other files, and other users can read it");
    }
  }

  private static boolean holdsForeign(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.anyMatch(entry -> !PREPARED.contains(folder.relativize(entry).toString()));
    }
  }

  /**
   * Returns the default folder of a user: {@code OTTERS_HOME}, else {@code ~/.otters}.
   *
   * @param userHome the user's own home folder
   * @return the folder, which need not exist
   */
  public static Path defaultFolder(Map<String, String> environment, Path userHome) {
    String configured = environment.getOrDefault("OTTERS_HOME", "");
    return configured.isBlank() ? userHome.resolve(".otters") : Path.of(configured);
  }

  /**
   * Returns the id that tells this home's containers from those of other homes. The caller must
   * hold the {@link HomeLock}: the first call creates the id.
   *
   * @return the same id at every call
   * @throws ApiException when the file cannot be read or written, or does not hold an id
   */
  public UUID id() {
    Path file = folder.resolve(ID);
    try {
      if (!Files.exists(file)) {
        PrivateFiles.write(file, UUID.randomUUID() + "\n");
      }
      return UUID.fromString(Files.readString(file).strip());
    } catch (IOException | IllegalArgumentException e) {
      throw HomeErrors.unusable(
          file + " does not hold the id of this home",
          "Restore it from a backup, or remove it to give the home a new id. A new id makes the"
              + " daemon lose its running containers.",
          e);
    }
  }

  /** Returns the lock file, which contains the pid of the daemon that serves this home. */
  public Path lock() {
    return folder.resolve("ottersd.lock");
  }

  /** Returns the file with the address of the daemon and the token, for clients. */
  public Path credentials() {
    return folder.resolve("credentials.json");
  }

  /** Returns the configuration file of the daemon, which need not exist. */
  public Path config() {
    return folder.resolve("ottersd.yaml");
  }

  /** Returns the daemon's own log file. */
  public Path daemonLog() {
    return folder.resolve("ottersd.log");
  }

  /** Returns the file with a line for each finished turn. */
  public Path promptLog() {
    return folder.resolve("prompt_log.jsonl");
  }

  /** Returns the folder of the files that mirror sessions. */
  public Path sessions() {
    return folder.resolve("sessions");
  }

  /** Returns the database file. */
  public Path database() {
    return folder.resolve("daemon.db");
  }

  /** Returns the folder of the answers of vendors that are not stored yet. */
  public Path spool() {
    return folder.resolve("spool");
  }

  /** Returns the key that signs tokens. */
  public Path signingKey() {
    return folder.resolve("keys/signing.key");
  }

  /** Returns the folder of the values of the vaults. */
  public Path vaults() {
    return folder.resolve("vaults");
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

  /** Returns the folder of the roots of running tools. Every start of the daemon empties it. */
  public Path runs() {
    return folder.resolve("runs");
  }

  /** Returns the folder of the agents' logs. */
  public Path logs() {
    return folder.resolve("logs");
  }

  /** Returns the folder of running builds. Every start of the daemon empties it. */
  public Path builds() {
    return folder.resolve("builds");
  }

  /** Returns the folder with one mark for each shipped image that was loaded. */
  public Path shipped() {
    return folder.resolve("shipped");
  }

  /** Returns the folder of workspaces that outlive their agents. */
  public Path kept() {
    return folder.resolve("kept");
  }

  /** Returns the folder of unpacked images, whose files are mounted into sandboxes. */
  public Path unpacked() {
    return folder.resolve("cache/unpacked");
  }

  /** Returns the file of model providers, which need not exist. */
  public Path providers() {
    return folder.resolve("providers.yaml");
  }

  /** Returns the file of the prices that the operator sets, which need not exist. */
  public Path prices() {
    return folder.resolve("prices.yaml");
  }

  /** Returns the file with the local models that the operator adds, which need not exist. */
  public Path models() {
    return folder.resolve("models.yaml");
  }

  /** Returns the folder of scripts and recordings of models, which need not exist. */
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
