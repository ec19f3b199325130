package dev.otters.agents.repo;

import dev.otters.agentfile.Names;
import dev.otters.agents.setup.AgentRoots;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.repo.RepoRequest;
import dev.otters.api.repo.RepoView;
import java.net.URI;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A git repository of an agent, as the operator named it.
 *
 * @param ref empty for the repository's own choice
 * @param vault empty for none
 * @param rw whether the agent may change the files
 */
record Repo(UUID agent, String name, URI url, String ref, String vault, String user, boolean rw) {
  private static final int LONGEST = 1000;
  private static final Pattern REF = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/+@-]{0,199}|");
  private static final Pattern USER = Pattern.compile("[!-9;-~]{1,100}");
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /**
   * The commit that an agent has.
   *
   * @param digest what the agent was given; empty for a repository that it can only read
   */
  record Pin(String commit, long files, long bytes, Instant at, String digest) {}

  /**
   * Checks a request. No error shows a URL with a user, which may be a token.
   *
   * @throws ApiException INVALID_REQUEST
   */
  static Repo of(UUID agent, String name, RepoRequest request) {
    Names.complaintAbout(name)
        .ifPresent(
            why -> {
              throw invalid("the name of a repository " + why, "Choose another name.");
            });
    String ref = Objects.requireNonNullElse(request.ref(), "");
    if (!REF.matcher(ref).matches() || ref.contains("..")) {
      throw invalid(
          "the ref is not a branch, tag or commit", "Name one, such as main, v1.2 or a whole id.");
    }
    String vault = Objects.requireNonNullElse(request.vault(), "");
    String user = Objects.requireNonNullElse(request.user(), "git");
    if (!USER.matcher(user).matches()) {
      throw invalid("the user name has other characters than a user name may have", "Correct it.");
    }
    URI url = url(request.url());
    if (!vault.isEmpty() && isFile(url)) {
      throw invalid("a folder needs no password", "Leave out the vault.");
    }
    return new Repo(agent, name, url, ref, vault, user, request.rw());
  }

  private static URI url(String text) {
    if (text.matches("ssh:.*|git\\+ssh:.*|[^/:]+@[^/]+:.*")) {
      throw invalid(
          "repositories are not cloned over ssh",
          "Use the https URL, and a token in a vault for a private repository.");
    }
    URI url;
    try {
      url = text.length() > LONGEST ? URI.create("") : URI.create(text);
    } catch (IllegalArgumentException _) {
      throw invalid("the URL of the repository is not a URL", "Use an https or file URL.");
    }
    String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
    if (String.valueOf(url.getRawAuthority()).contains("@")) {
      throw invalid(
          "the URL of a repository must have no user and no password",
          "Set a vault to the password with 'otters vault set NAME', and use it with --vault"
              + " NAME.");
    }
    boolean file = scheme.equals("file") && url.getAuthority() == null && url.getPath() != null;
    boolean loopback = LOOPBACK.contains(String.valueOf(url.getHost()));
    boolean http = scheme.equals("https") || (scheme.equals("http") && loopback);
    if (!(file || (http && url.getHost() != null))
        || url.getRawQuery() != null
        || url.getRawFragment() != null) {
      throw invalid(
          "a repository needs an https URL, or file: with the path of a folder on this machine",
          "Correct the URL, as in https://example.com/team/project.git.");
    }
    return url;
  }

  boolean local() {
    return isFile(url);
  }

  private static boolean isFile(URI url) {
    return "file".equalsIgnoreCase(url.getScheme());
  }

  String path() {
    return AgentRoots.REPOS_TARGET + "/" + name;
  }

  RepoView view(Pin pin) {
    return new RepoView(
        name,
        url.toString(),
        ref.isEmpty() ? null : ref,
        vault.isEmpty() ? null : vault,
        pin.commit(),
        path(),
        pin.files(),
        pin.bytes(),
        rw,
        pin.at());
  }

  private static ApiException invalid(String title, String remedy) {
    return ApiException.of(ErrorCode.INVALID_REQUEST, title, remedy);
  }
}
