package dev.otters.oci.agent;

import dev.otters.oci.Descriptor;

/**
 * One skill of an agent image. The tar of its folder is an untrusted blob of the store.
 *
 * @param name a plain folder name
 * @param description empty if none
 */
public record SkillLayer(String name, String description, Descriptor content) {}
