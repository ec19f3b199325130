package dev.otters.oci;

import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.Quoted;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An image reference: {@code [host[:port]/]repository[:tag][@sha256:…]}.
 *
 * <p>The first segment is a registry's host if it contains a dot or a colon or is {@code
 * localhost}. A reference without a host is local: the image is in the store and is never pulled. A
 * reference with neither tag nor digest means {@code :latest}.
 *
 * @param host host and port of a registry; empty for a local reference
 * @param repository lower-case path
 * @param tag empty only when there is a digest
 * @param digest pins the content; wins over the tag
 */
public record ImageReference(
    Optional<String> host, String repository, Optional<String> tag, Optional<Digest> digest) {
  private static final int LONGEST_REPOSITORY = 255;
  private static final String ALGORITHM = "sha256";
  private static final Pattern SEGMENT =
      Pattern.compile("[a-z0-9]++(?:(?:\\.|__?|-++)[a-z0-9]++)*+");
  private static final Pattern TAG = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");
  private static final Pattern HOST =
      Pattern.compile(
          "(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\\.[A-Za-z0-9][A-Za-z0-9-]{0,62}){0,20}"
              + "|\\[[0-9A-Fa-f:.]{2,45}\\])(?::[0-9]{1,5})?");

  /**
   * @throws OciException INVALID_REFERENCE when a part breaks the grammar
   */
  public ImageReference {
    String text = text(host, repository, tag, digest);
    complaint(host, repository, tag)
        .ifPresent(
            why -> {
              throw invalid(text, why);
            });
    if (tag.isEmpty() && digest.isEmpty()) {
      tag = Optional.of("latest");
    }
  }

  /**
   * Reads a reference.
   *
   * @throws OciException INVALID_REFERENCE saying which part is wrong
   */
  public static ImageReference parse(String text) {
    if (text.isEmpty() || text.length() > 600) {
      throw invalid(text, "it is " + (text.isEmpty() ? "empty" : "too long"));
    }
    int at = text.indexOf('@');
    Optional<Digest> digest =
        at < 0 ? Optional.empty() : Optional.of(Digest.parse(text.substring(at + 1)));
    String name = at < 0 ? text : text.substring(0, at);
    int slash = name.indexOf('/');
    Optional<String> host =
        slash > 0 && isHost(name.substring(0, slash))
            ? Optional.of(name.substring(0, slash))
            : Optional.empty();
    String path = host.isPresent() ? name.substring(slash + 1) : name;
    int colon = path.lastIndexOf(':');
    Optional<String> tag = colon < 0 ? Optional.empty() : Optional.of(path.substring(colon + 1));
    return new ImageReference(host, colon < 0 ? path : path.substring(0, colon), tag, digest);
  }

  /**
   * Reads the reference for a new tag.
   *
   * @throws OciException INVALID_REFERENCE also for a name that would later be read as a digest
   */
  public static ImageReference given(String text) {
    ImageReference reference = parse(text);
    if (reference.isLocal() && reference.repository.equals(ALGORITHM)) {
      throw invalid(text, "the name " + ALGORITHM + " is reserved for digests");
    }
    return reference;
  }

  /**
   * Returns the reference that an Agentfile names, with the tag {@code latest} if it has neither
   * tag nor digest.
   */
  public static ImageReference of(ImageName name) {
    return parse(name.toString());
  }

  /**
   * Returns {@code <name>:latest}, in lower case, for the name of an agent or a tool.
   *
   * @throws OciException INVALID_REFERENCE if the name is not a valid repository
   */
  public static ImageReference named(String name) {
    String repository = name.toLowerCase(Locale.ROOT);
    if (!SEGMENT.matcher(repository).matches()) {
      throw new OciException(
          OciException.Reason.INVALID_REFERENCE,
          "the name " + Quoted.of(name) + " does not make an image reference",
          "Name the image with -t name:tag.");
    }
    return given(repository);
  }

  /** Returns whether the reference has no registry, so that only the store can have the image. */
  public boolean isLocal() {
    return host.isEmpty();
  }

  /**
   * Returns the reference of a local image in the registry of another image, in the same folder of
   * repositories: {@code tools/sh:1} is at {@code registry.example.com/team/tools/sh:1} beside
   * {@code registry.example.com/team/guide:2}.
   *
   * @throws OciException INVALID_REFERENCE when the name is too long
   */
  public ImageReference beside(ImageReference other) {
    String folder = other.repository.substring(0, other.repository.lastIndexOf('/') + 1);
    return new ImageReference(other.host, folder + repository, tag, digest);
  }

  /** Returns whether a text is a valid tag. */
  public static boolean isTag(String text) {
    return TAG.matcher(text).matches();
  }

  /** Returns the same repository at {@code wanted}, without a tag. */
  public ImageReference at(Digest wanted) {
    return new ImageReference(host, repository, Optional.empty(), Optional.of(wanted));
  }

  /** Returns the text that {@link #parse} reads as this reference. */
  @Override
  public String toString() {
    return text(host, repository, tag, digest);
  }

  private static String text(
      Optional<String> host, String repository, Optional<String> tag, Optional<Digest> digest) {
    return host.map(h -> h + "/").orElse("")
        + repository
        + tag.map(t -> ":" + t).orElse("")
        + digest.map(d -> "@" + d).orElse("");
  }

  private static boolean isHost(String segment) {
    return segment.contains(".") || segment.contains(":") || segment.equals("localhost");
  }

  private static Optional<String> complaint(
      Optional<String> host, String repository, Optional<String> tag) {
    if (host.isPresent() && !isRegistry(host.get())) {
      return Optional.of("the registry must be host or host:port");
    }
    if (repository.length() > LONGEST_REPOSITORY) {
      return Optional.of("the name is longer than 255 characters");
    }
    int slash = repository.indexOf('/');
    if (host.isEmpty() && slash > 0 && isHost(repository.substring(0, slash))) {
      return Optional.of("its first segment looks like a registry");
    }
    if (tag.isPresent() && !TAG.matcher(tag.get()).matches()) {
      return Optional.of("a tag has up to 128 letters, digits, _ . and -");
    }
    return Arrays.stream(repository.split("/", -1))
        .filter(segment -> !SEGMENT.matcher(segment).matches())
        .findFirst()
        .map(ImageReference::complaintAboutSegment);
  }

  private static String complaintAboutSegment(String segment) {
    boolean upper = !segment.equals(segment.toLowerCase(Locale.ROOT));
    return Quoted.of(segment)
        + " must be "
        + (upper ? "lower-case: " : "")
        + "letters a-z and digits, separated by single . _ or -";
  }

  private static boolean isRegistry(String host) {
    if (!isHost(host) || !HOST.matcher(host).matches()) {
      return false;
    }
    int colon = host.lastIndexOf(':');
    return colon <= host.lastIndexOf(']') || Integer.parseInt(host.substring(colon + 1)) <= 65535;
  }

  private static OciException invalid(String text, String why) {
    return new OciException(
        OciException.Reason.INVALID_REFERENCE,
        Quoted.of(text) + " is not a valid image reference: " + why,
        "Write it as [host[:port]/]name[:tag][@sha256:…], for example tools/jq:1.7.");
  }
}
