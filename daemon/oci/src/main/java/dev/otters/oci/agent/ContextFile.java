package dev.otters.oci.agent;

import dev.otters.oci.Digest;

/**
 * One context of an agent image, to be written as {@code NAME.md}.
 *
 * @param description empty if none
 * @param text as UTF-8 it has exactly {@code digest}
 */
public record ContextFile(String name, String description, String text, Digest digest) {}
