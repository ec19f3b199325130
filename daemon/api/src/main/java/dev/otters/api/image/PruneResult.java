package dev.otters.api.image;

import java.util.List;

/**
 * The result of pruning the image store.
 *
 * @param images references of unused images
 * @param blobs the number of blobs
 * @param bytes their size
 * @param dryRun whether nothing was removed
 */
public record PruneResult(List<String> images, int blobs, long bytes, boolean dryRun) {}
