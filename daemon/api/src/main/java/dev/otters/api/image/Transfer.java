package dev.otters.api.image;

/**
 * An image that was pulled, pushed, copied or loaded.
 *
 * @param ref its reference at the destination
 * @param digest of its manifest or index
 * @param size of its blobs in the store, in bytes
 */
public record Transfer(String ref, String digest, long size) {}
