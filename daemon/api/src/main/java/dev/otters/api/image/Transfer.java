package dev.otters.api.image;

/**
 * Is an image that was moved: pulled, pushed, copied or loaded.
 *
 * @param ref what it is called where it is now
 * @param digest of its manifest or index
 * @param size of all its blobs that are in the store, in bytes; 0 when none is
 */
public record Transfer(String ref, String digest, long size) {}
