package dev.otters.agents.repo;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A repository on this machine. Its files can name other folders in which git reads on, and which
 * the agent may not have. Such repositories are refused.
 *
 * @see <a href="https://git-scm.com/docs/gitrepository-layout">the layout of repositories</a>
 */
final class LocalRepository {
  private static final List<String> LEAD_ELSEWHERE =
      List.of("commondir", "objects/info/alternates", "objects/info/http-alternates");

  private LocalRepository() {}

  /**
   * Returns the URL of the repository in a folder.
   *
   * @throws ApiException INVALID_REQUEST if there is none, or one that leads elsewhere
   */
  static URI of(Path folder) {
    Path inside = folder.resolve(".git");
    Path git = Files.exists(inside, LinkOption.NOFOLLOW_LINKS) ? inside : folder;
    if (!isFolder(git) || !isFolder(git.resolve("objects"))) {
      throw refused(folder + " is no git repository");
    }
    leadsElsewhere(git)
        .ifPresent(
            file -> {
              throw refused(file + " leads git to another folder");
            });
    return git.toUri();
  }

  private static boolean isFolder(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static Optional<Path> leadsElsewhere(Path git) {
    try (Stream<Path> all = Files.walk(git)) {
      return Stream.concat(
              LEAD_ELSEWHERE.stream().map(git::resolve).filter(Files::exists),
              all.filter(Files::isSymbolicLink))
          .findFirst();
    } catch (IOException | UncheckedIOException e) {
      throw refused("the repository " + git + " cannot be read: " + e.getMessage());
    }
  }

  private static ApiException refused(String why) {
    return ApiException.of(
        ErrorCode.INVALID_REQUEST, why, "Name a folder with a repository of its own.");
  }
}
