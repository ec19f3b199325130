package dev.otters.agentfile;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The name of an image: {@code [host[:port]/]repository[:tag][@sha256:…]}.
 *
 * @param host the registry's host and port; empty for an image in the local store only
 * @param repository the lower-case path, without the host
 * @param tag empty if there is none; then {@code latest} applies, unless there is a digest
 * @param digest {@code sha256:} and 64 hex digits; empty if there is none
 */
public record ImageName(
    Optional<String> host, String repository, Optional<String> tag, Optional<String> digest) {
  private static final int LONGEST = 255;
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]*+(?::[0-9]{1,5})?");
  private static final Pattern PATH =
      Pattern.compile(
          "[a-z0-9]++(?:(?:\\.|__?|-++)[a-z0-9]++)*+(?:/[a-z0-9]++(?:(?:\\.|__?|-++)[a-z0-9]++)*+)*+");
  private static final Pattern TAG = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");
  private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");

  /**
   * Checks all parts.
   *
   * @throws IllegalArgumentException if a part breaks the rules of {@link #complaintAbout}
   */
  public ImageName {
    Names.refuseIf(complaint(host, repository, tag, digest), "image", repository);
  }

  /**
   * Parses a reference.
   *
   * @throws IllegalArgumentException if {@link #complaintAbout} has a complaint
   */
  public static ImageName of(String text) {
    Names.refuseIf(complaintAbout(text), "image", text);
    Parts parts = Parts.of(text);
    return new ImageName(parts.host, parts.repository, parts.tag, parts.digest);
  }

  /** Returns what is wrong with a reference; empty for a valid one. */
  public static Optional<String> complaintAbout(String text) {
    Parts parts = Parts.of(text);
    return complaint(parts.host, parts.repository, parts.tag, parts.digest);
  }

  /** Returns the reference as written. */
  @Override
  public String toString() {
    return host.map(text -> text + "/").orElse("")
        + repository
        + tag.map(text -> ":" + text).orElse("")
        + digest.map(text -> "@" + text).orElse("");
  }

  private static Optional<String> complaint(
      Optional<String> host, String repository, Optional<String> tag, Optional<String> digest) {
    if (host.isPresent() && !HOST.matcher(host.get()).matches()) {
      return Optional.of("has a registry host that is not host or host:port");
    }
    if (repository.length() > LONGEST || !PATH.matcher(repository).matches()) {
      return Optional.of(
          "must be [host[:port]/]repository[:tag][@sha256:…], the repository in lower-case letters,"
              + " digits and single '.', '_', '-' or '/' between them");
    }
    if (tag.isPresent() && !TAG.matcher(tag.get()).matches()) {
      return Optional.of(
          "has an invalid tag: a tag has 1 to 128 letters, digits, '_', '.' and '-'");
    }
    return digest
        .filter(text -> !DIGEST.matcher(text).matches())
        .map(text -> "has a digest that is not sha256: and 64 lower-case hex digits");
  }

  private record Parts(
      Optional<String> host, String repository, Optional<String> tag, Optional<String> digest) {
    static Parts of(String text) {
      int at = text.indexOf('@');
      String named = at < 0 ? text : text.substring(0, at);
      int colon = named.indexOf(':', named.lastIndexOf('/') + 1);
      String path = colon < 0 ? named : named.substring(0, colon);
      int slash = path.indexOf('/');
      boolean remote = slash > 0 && isHost(path.substring(0, slash));
      return new Parts(
          remote ? Optional.of(path.substring(0, slash)) : Optional.empty(),
          remote ? path.substring(slash + 1) : path,
          colon < 0 ? Optional.empty() : Optional.of(named.substring(colon + 1)),
          at < 0 ? Optional.empty() : Optional.of(text.substring(at + 1)));
    }

    private static boolean isHost(String segment) {
      return segment.contains(".") || segment.contains(":") || segment.equals("localhost");
    }
  }
}
