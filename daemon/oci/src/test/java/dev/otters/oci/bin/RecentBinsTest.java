package dev.otters.oci.bin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.otters.oci.Digest;
import dev.otters.oci.Platform;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentBinsTest {
  private static final Platform AMD64 = Platform.parse("linux/amd64");

  private final List<String> found = new ArrayList<>();
  private final RecentBins bins = new RecentBins(10_000);

  @Test
  void findsAToolOnce() {
    BinImage first = of("jq", AMD64, "usage");

    assertThat(of("jq", AMD64, "usage")).isSameAs(first);
    assertThat(found).containsExactly("jq linux/amd64");
  }

  @Test
  void keepsThePlatformsOfOneManifestApart() {
    of("jq", AMD64, "usage");
    of("jq", Platform.parse("linux/arm64"), "usage");

    assertThat(found).containsExactly("jq linux/amd64", "jq linux/arm64");
  }

  @Test
  void forgetsTheToolsThatWereUsedLongestAgo() {
    for (String name : List.of("a", "b", "a", "c", "a", "b")) {
      of(name, AMD64, "x".repeat(1000));
    }

    assertThat(found)
        .as("two tools of 4,048 bytes fit into 10,000")
        .containsExactly("a linux/amd64", "b linux/amd64", "c linux/amd64", "b linux/amd64");
  }

  @Test
  void keepsNoToolThatIsLargerThanTheLimit() {
    of("large", AMD64, "x".repeat(10_000));
    of("large", AMD64, "x".repeat(10_000));

    assertThat(found).hasSize(2);
  }

  @Test
  void asksAgainAfterAFailure() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                bins.of(
                    key("jq", AMD64),
                    () -> {
                      throw new IllegalStateException("damaged");
                    }));

    assertThat(of("jq", AMD64, "usage").usage()).isEqualTo("usage");
  }

  private BinImage of(String name, Platform platform, String usage) {
    RecentBins.Key key = key(name, platform);
    return bins.of(
        key,
        () -> {
          found.add(name + " " + platform);
          return new BinImage(
              key.digest(), key.manifest(), key.manifest(), name, "/", "", usage, "");
        });
  }

  private static RecentBins.Key key(String name, Platform platform) {
    Digest digest = Digest.of(name.getBytes(StandardCharsets.UTF_8));
    return new RecentBins.Key(digest, digest, platform);
  }
}
