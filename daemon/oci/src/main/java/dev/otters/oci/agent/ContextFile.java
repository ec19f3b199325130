package dev.otters.oci.agent;

import dev.otters.oci.Digest;

/**
 * One context of an agent image, which becomes {@code NAME.md}.
 *
 * @param description empty if none
 * @param text the text, whose UTF-8 bytes have {@code digest}
 */
public record ContextFile(String name, String description, String text, Digest digest) {}
