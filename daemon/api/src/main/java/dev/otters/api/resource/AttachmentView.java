package dev.otters.api.resource;

import org.jspecify.annotations.Nullable;

/**
 * A durable input of a session: a folder, a file or a secret.
 *
 * @param kind such as {@code session_workspace} or {@code local_file}
 * @param sourceRef a path of the daemon's machine, or the name of a vault; null for tokens that are
 *     bound to namespaces
 * @param mountPath where the agent sees it; null if its sandbox does not have it
 * @param access {@code read_only} or {@code read_write}
 * @param metadata null for none
 */
public record AttachmentView(
    String id,
    String kind,
    @Nullable String sourceRef,
    @Nullable String mountPath,
    String access,
    @Nullable AttachmentMetadata metadata) {}
