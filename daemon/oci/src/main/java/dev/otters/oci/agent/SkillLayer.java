package dev.otters.oci.agent;

import dev.otters.oci.Descriptor;

/**
 * One skill of an agent image; a tar of its folder, as foreign as the image, is a blob of the
 * store.
 *
 * @param name a plain folder name
 * @param description empty if none
 */
public record SkillLayer(String name, String description, Descriptor content) {}
