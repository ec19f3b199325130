package dev.otters.api.system;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The process of the daemon.
 *
 * @param tcp its loopback address, null when it does not listen there
 */
public record DaemonView(
    VersionView version,
    String home,
    String socket,
    @Nullable String tcp,
    long pid,
    Instant startedAt,
    String platform) {}
