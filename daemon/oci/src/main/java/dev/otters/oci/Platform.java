package dev.otters.oci;

import dev.otters.agentfile.Quoted;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A platform that an image is built for, written {@code linux/amd64} or {@code linux/arm/v7}.
 *
 * <p>The variant {@code v8} of {@code arm64} is redundant and is dropped.
 *
 * @param os such as {@code linux}
 * @param architecture in Go's notation: {@code amd64}, {@code arm64}
 * @param variant such as {@code v7}
 */
public record Platform(String os, String architecture, Optional<String> variant) {
  private static final Pattern PART = Pattern.compile("[a-z0-9][a-z0-9._-]{0,31}");

  /**
   * @throws OciException INVALID_REFERENCE if a part contains anything but lower-case letters,
   *     digits, dots, dashes and underscores
   */
  public Platform {
    check(os);
    check(architecture);
    variant.ifPresent(Platform::check);
    if (architecture.equals("arm64") && variant.filter("v8"::equals).isPresent()) {
      variant = Optional.empty();
    }
  }

  /**
   * Creates a platform without a variant.
   *
   * @throws OciException INVALID_REFERENCE as above
   */
  public Platform(String os, String architecture) {
    this(os, architecture, Optional.empty());
  }

  /**
   * Reads {@code os/architecture[/variant]}.
   *
   * @throws OciException INVALID_REFERENCE for any other form
   */
  public static Platform parse(String text) {
    String[] parts = text.split("/", -1);
    return switch (parts.length) {
      case 2 -> new Platform(parts[0], parts[1]);
      case 3 -> new Platform(parts[0], parts[1], Optional.of(parts[2]));
      default -> throw invalid(text);
    };
  }

  /** Returns the platform of sandboxes on this machine: Linux on this processor. */
  public static Platform ofThisMachine() {
    String arch = System.getProperty("os.arch");
    return new Platform(
        "linux",
        switch (arch) {
          case "x86_64" -> "amd64";
          case "aarch64" -> "arm64";
          default -> arch;
        });
  }

  @Override
  public String toString() {
    return os + "/" + architecture + variant.map(v -> "/" + v).orElse("");
  }

  private static void check(String part) {
    if (!PART.matcher(part).matches()) {
      throw invalid(part);
    }
  }

  private static OciException invalid(String text) {
    return new OciException(
        OciException.Reason.INVALID_REFERENCE,
        Quoted.of(text) + " is not a valid platform",
        "Write a platform as os/architecture, for example linux/amd64.");
  }
}
