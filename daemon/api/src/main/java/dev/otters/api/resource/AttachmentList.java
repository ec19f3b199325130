package dev.otters.api.resource;

import java.util.List;

/** The durable inputs of a session: its folders, then mounts and vaults. */
public record AttachmentList(List<AttachmentView> attachments) {}
