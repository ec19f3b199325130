package dev.otters.api.durable;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A version of a durable file, without its bytes.
 *
 * @param version the id of the version; no other version of any agent has it
 * @param sha256 the hash of the bytes in hex
 * @param origin how it came to be: image, promote or restore
 * @param restored the version that it restores; null if it restores none
 * @param author the id of the token with which it was written; empty for the daemon
 * @param session the session that wrote it; empty for none
 */
public record DurableFile(
    String version,
    String path,
    String sha256,
    long bytes,
    String origin,
    @Nullable String restored,
    String author,
    String session,
    Instant createdAt) {}
