package dev.otters.api.image;

import java.util.List;

/**
 * The result of checking the image store.
 *
 * @param blobs the number of blobs read
 * @param bytes their size
 * @param sound whether no defect is left
 * @param findings all defects, repaired ones too
 */
public record FsckResult(int blobs, long bytes, boolean sound, List<FsckFinding> findings) {}
