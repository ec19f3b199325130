package dev.otters.agents.files;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.setup.AgentRoots;
import dev.otters.api.ApiException;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FileStat;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.UserThread;
import dev.otters.resources.substrate.Content;
import dev.otters.sessions.outcome.Seen;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionException;

/**
 * Looks at files of agents for the checks of outcomes. A thread with the rights of the agent
 * resolves the path as the sandbox does, opens files only, and reads a limited part.
 */
public final class SeenFile {
  private SeenFile() {}

  /**
   * Looks at a file.
   *
   * @param path in the sandbox
   */
  public static Seen of(Agent agent, AgentRoots roots, String path) {
    List<Name> parts = Areas.parts(path);
    try (Areas areas = Areas.open(agent, roots)) {
      Area area = areas.of(parts);
      return UserThread.start("check-" + agent.id(), area.user(), () -> read(areas, parts, area))
          .join();
    } catch (ApiException e) {
      return refused(e);
    } catch (CompletionException e) {
      return switch (e.getCause()) {
        case ApiException refused -> refused(refused);
        case IOException _ -> new Seen.Unread("the file cannot be read. Evaluate again.");
        case null, default -> throw new IllegalStateException("a file could not be checked", e);
      };
    }
  }

  private static Seen refused(ApiException e) {
    return switch (e.problem().code()) {
      case NOT_FOUND -> new Seen.Missing();
      default -> new Seen.Refused(e.problem().title());
    };
  }

  private static Seen read(Areas areas, List<Name> parts, Area area) throws IOException {
    try (Place place = areas.resolve(parts, area.user(), true)) {
      if (place.file().isEmpty()) {
        return new Seen.Missing();
      }
      Fd file = place.file().get();
      if (file.stat().kind() != FileStat.Kind.FILE) {
        return new Seen.Refused(Areas.text(parts) + " is not a file");
      }
      try (Fd open = file.reopen(Open.READ)) {
        byte[] bytes = open.input().readNBytes(Seen.MOST + 1);
        return bytes.length > Seen.MOST ? new Seen.Large() : new Seen.Whole(Content.of(bytes));
      }
    }
  }
}
