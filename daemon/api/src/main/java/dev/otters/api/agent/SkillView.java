package dev.otters.api.agent;

import org.jspecify.annotations.Nullable;

/**
 * One skill of an agent.
 *
 * @param description from the Agentfile, or else from its SKILL.md
 * @param path its folder in the sandbox
 */
public record SkillView(String name, @Nullable String description, String path) {}
