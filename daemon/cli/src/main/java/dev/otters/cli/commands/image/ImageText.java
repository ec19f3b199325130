package dev.otters.cli.commands.image;

import dev.otters.api.bin.BinPlatform;
import dev.otters.api.bin.BinView;
import dev.otters.api.image.ImageView;
import dev.otters.api.image.RemoteImageView;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.console.Times;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints a summary of images. Their JSON has all details. */
final class ImageText {
  private final Console console;
  private final Instant now = Instant.now();

  ImageText(Console console) {
    this.console = console;
  }

  void print(Object view) {
    switch (view) {
      case ImageView image -> agent(image);
      case BinView bin -> bin(bin);
      case RemoteImageView image -> remote(image);
      default -> throw new IllegalArgumentException(view.getClass().getName());
    }
  }

  private void agent(ImageView image) {
    FactSheet facts =
        FactSheet.of(console, name(image.ref(), image.refs()))
            .with("digest", image.digest())
            .with("names", image.refs().size() > 1 ? String.join(", ", image.refs()) : null)
            .with("size", Sizes.of(image.size()))
            .with("stored", stored(image.createdAt()));
    new MergedAgentfile(image.config(), image.labels()).print(facts);
  }

  private void bin(BinView bin) {
    List<String> platforms =
        bin.platforms().stream()
            .map(platform -> platform.platform() + size(platform) + "  " + platform.digest())
            .toList();
    FactSheet.of(console, name(bin.ref(), bin.refs()))
        .with("digest", bin.digest())
        .with("names", bin.refs().size() > 1 ? String.join(", ", bin.refs()) : null)
        .with("size", Sizes.of(bin.size()))
        .with("stored", stored(bin.createdAt()))
        .with("tool", bin.name())
        .with("description", bin.description())
        .with("folder", bin.path())
        .with("platforms", platforms)
        .with("usage", bin.usage() == null ? List.of() : bin.usage().strip().lines().toList());
  }

  private void remote(RemoteImageView image) {
    FactSheet facts =
        FactSheet.of(console, image.ref())
            .with("digest", image.digest())
            .with("size", image.size() == 0 ? null : Sizes.of(image.size()))
            .with("platforms", String.join(", ", image.platforms()));
    if (image.config().get("agent") instanceof Map<?, ?>) {
      new MergedAgentfile(image.config(), image.labels()).print(facts);
    } else {
      image.labels().forEach((key, value) -> facts.with("label", key + "=" + value));
    }
  }

  private static String size(BinPlatform platform) {
    return platform.size() == 0 ? "" : "  " + Sizes.of(platform.size());
  }

  private @Nullable String stored(@Nullable Instant time) {
    return time == null ? null : Times.ago(time, now);
  }

  /** Returns the full reference of an image that was requested by a short one or a digest. */
  private static String name(String asked, List<String> names) {
    return names.contains(asked) || names.isEmpty()
        ? asked
        : names.stream().filter((asked + ":latest")::equals).findFirst().orElse(names.getFirst());
  }
}
