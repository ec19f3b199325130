package dev.otters.agents.repo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.repo.RepoRequest;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepoTest {
  private static final String URL = "https://example.com/team/project.git";
  private static final String SECRET = "canary-7713e0b2";

  private static Problem refused(String name, RepoRequest request) {
    Problem problem =
        catchThrowableOfType(ApiException.class, () -> Repo.of(UUID.randomUUID(), name, request))
            .problem();
    assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
    return problem;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        URL,
        "https://example.com:8443/a",
        "HTTPS://example.com/a@b",
        "http://127.0.0.1:80/a",
        "http://[::1]/a",
        "file:///srv/git/a.git"
      })
  void aUrlOfAServerOrAFolderIsTaken(String url) {
    Repo repo =
        Repo.of(UUID.randomUUID(), "code", new RepoRequest(url, "topic/x", null, null, false));
    assertThat(repo.url()).hasToString(url);
    assertThat(repo.path()).isEqualTo("/workspace/repos/code");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "ssh://git@example.com/a.git",
        "git@example.com:a/b.git",
        "http://example.com/a.git",
        "http://127.0.0.1.example.com/a.git",
        "https://otto:canary-7713e0b2@example.com/a.git",
        "https://canary-7713e0b2@example.com/a.git",
        "https://example.com/a.git?x=1",
        "https:///a.git",
        "file://host/a",
        "file:a",
        "ftp://example.com/a",
        "https://exa mple.com/a"
      })
  void otherUrlsAreRefusedWithoutBeingShown(String url) {
    assertThat(refused("code", new RepoRequest(url, null, null, null, false)).toString())
        .doesNotContain(SECRET);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "..", ".git", "a/b", "-a", "a b"})
  void otherNamesAreRefused(String name) {
    assertThat(refused(name, new RepoRequest(URL, null, null, null, false)).title())
        .contains("name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-x", "a..b", "a b", "a:b", "+a", "*"})
  void otherRefsAreRefused(String ref) {
    assertThat(refused("code", new RepoRequest(URL, ref, null, null, false)).title())
        .contains("ref");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a:b", "a b", ""})
  void otherUsersAreRefused(String user) {
    assertThat(refused("code", new RepoRequest(URL, null, "git", user, false)).title())
        .contains("user");
  }
}
