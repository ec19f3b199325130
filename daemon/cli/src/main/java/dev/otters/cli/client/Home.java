package dev.otters.cli.client;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.system.Credentials;
import dev.otters.api.system.SocketPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;

/**
 * The folder of a daemon.
 *
 * @param folder {@code $OTTERS_HOME}, absolute
 */
public record Home(Path folder) {
  /**
   * Returns the address of this home's daemon: a socket in the home or, if that path is too long,
   * the address that the last daemon recorded.
   */
  Endpoint endpoint() {
    Path socket = folder.resolve("otters.sock");
    if (SocketPath.fits(socket)) {
      return new Endpoint.Unix(socket);
    }
    return credentials()
        .map(known -> Endpoint.parse(known.endpoint()))
        .orElseGet(() -> new Endpoint.Unix(socket));
  }

  /** Returns the log of the daemon's standard streams. */
  public Path log() {
    return folder.resolve("ottersd.log");
  }

  /** Returns the file that a client locks while it starts the daemon. */
  Path startLock() {
    return folder.resolve("start.lock");
  }

  private Path credentialsFile() {
    return folder.resolve("credentials.json");
  }

  /** Returns the user that the daemon runs as: the owner of its credentials. */
  UserPrincipal owner() {
    try {
      return Files.getOwner(credentialsFile());
    } catch (IOException e) {
      throw unreadable(credentialsFile(), e);
    }
  }

  /** Reads the daemon's credentials; empty when it never ran. */
  public Optional<Credentials> credentials() {
    Path file = credentialsFile();
    try {
      return Optional.of(Json.read(Files.readString(file), Credentials.class));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw unreadable(file, e);
    } catch (IllegalArgumentException e) {
      throw ApiException.of(
          ErrorCode.UNAUTHENTICATED,
          file + " is damaged: " + e.getMessage(),
          "Remove it and restart the daemon, which writes a new one.");
    }
  }

  private ApiException unreadable(Path file, IOException e) {
    return ApiException.of(
        ErrorCode.UNAUTHENTICATED,
        "cannot read " + file + ": " + e.getMessage(),
        "Run otters as the user that owns " + folder + ", or set OTTERS_TOKEN.");
  }
}
