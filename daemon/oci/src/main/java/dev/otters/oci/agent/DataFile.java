package dev.otters.oci.agent;

import dev.otters.oci.Descriptor;

/**
 * One data file of an agent image, or the tar of one skill's folder; its bytes are an untrusted
 * blob of the store.
 *
 * @param name a plain file or folder name
 * @param description empty if none
 */
public record DataFile(String name, String description, Descriptor content) {}
