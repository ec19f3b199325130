package dev.otters.api.bin;

/**
 * One platform of a BIN image.
 *
 * @param platform such as {@code linux/amd64}
 * @param digest of its manifest
 */
public record BinPlatform(String platform, String digest, long size) {}
