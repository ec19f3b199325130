package dev.otters.api.resource;

import java.util.List;

/** Learnings of an agent, the newest first. */
public record LearningList(List<LearningView> learnings) {}
