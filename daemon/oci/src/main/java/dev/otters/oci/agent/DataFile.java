package dev.otters.oci.agent;

import dev.otters.oci.Descriptor;

/**
 * One data file of an agent image; its bytes are a blob of the store.
 *
 * @param name a plain file name
 * @param description empty if none
 */
public record DataFile(String name, String description, Descriptor content) {}
