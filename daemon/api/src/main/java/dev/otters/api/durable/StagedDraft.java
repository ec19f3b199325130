package dev.otters.api.durable;

/**
 * A draft after it was staged.
 *
 * @param draft its path among the drafts
 * @param path its path as the agent sees it
 * @param sha256 the hash of the draft in hex
 * @param reused whether a draft of the same file was there and was kept
 * @param source the durable file
 */
public record StagedDraft(
    String draft, String path, String sha256, boolean reused, DurableFile source) {}
