package dev.otters.cli.commands.resources;

import dev.otters.api.durable.DurableFile;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import org.jspecify.annotations.Nullable;

/**
 * The state that a durable file must have when it is written.
 *
 * @param version its version; null for any
 * @param hash the SHA-256 of its bytes; null for any
 * @param absent whether it must not exist
 */
record Expectation(@Nullable String version, @Nullable String hash, boolean absent) {
  static final Option VERSION =
      Option.one("ID", "Version that the durable file must have", "--expect-version");
  static final Option HASH =
      Option.one("SHA256", "Hash that the durable file must have", "--expect-hash");
  static final Option ABSENT = Option.flag("The durable file must not exist yet", "--absent");
  static final Option YES =
      Option.flag("Do not ask, and expect the file as it is now", "-y", "--yes");

  static Expectation of(Arguments given, Command command) {
    Expectation wanted =
        new Expectation(
            given.one("--expect-version").orElse(null),
            given.one("--expect-hash").orElse(null),
            given.has("--absent"));
    if (wanted.absent && (wanted.version != null || wanted.hash != null)) {
      throw new UsageException(
          "give either --absent, or --expect-version and --expect-hash", null, command);
    }
    return wanted;
  }

  /** Returns what the file is now. */
  static Expectation current(@Nullable DurableFile file) {
    return file == null
        ? new Expectation(null, null, true)
        : new Expectation(file.version(), file.sha256(), false);
  }

  /** Returns whether nothing is expected. */
  boolean isEmpty() {
    return version == null && hash == null && !absent;
  }

  /** Adds the expectation to a query. */
  void add(Route route) {
    if (version != null) {
      route.with("expected-version", version);
    }
    if (hash != null) {
      route.with("expected-hash", hash);
    }
    route.when(absent, "absent");
  }

  /** Throws if a person cannot be asked and nothing says what to expect. */
  static UsageException missing(Command command) {
    return new UsageException(
        "nothing says what the durable file must be now",
        command.options().contains(YES)
            ? "Give --expect-version, --expect-hash or --absent, or --yes to expect what is there."
            : "Give --expect-version, --expect-hash or --absent.",
        command);
  }
}
