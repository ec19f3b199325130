package dev.otters.executor.docker.engine;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A version of the engine's API, such as {@code 1.48}. */
public record ApiVersion(int major, int minor) implements Comparable<ApiVersion> {
  private static final Pattern SHAPE = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})");
  private static final Comparator<ApiVersion> ORDER =
      Comparator.comparingInt(ApiVersion::major).thenComparingInt(ApiVersion::minor);

  static Optional<ApiVersion> parse(String text) {
    Matcher matcher = SHAPE.matcher(text);
    return matcher.matches()
        ? Optional.of(
            new ApiVersion(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  @Override
  public int compareTo(ApiVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
