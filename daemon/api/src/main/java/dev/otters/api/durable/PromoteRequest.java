package dev.otters.api.durable;

import java.util.List;

/** A request to write drafts to durable files, all or none. */
public record PromoteRequest(List<PromoteFile> files) {}
