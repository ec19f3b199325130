package dev.otters.api.bin;

/**
 * Is one platform of a BIN image.
 *
 * @param platform such as {@code linux/amd64}
 * @param digest of its manifest
 */
public record BinPlatform(String platform, String digest, long size) {}
