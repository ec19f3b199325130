package dev.otters.api.resource;

import java.time.Instant;

/**
 * Something that an agent learned.
 *
 * @param kind lesson, correction or error
 * @param session the session in which it was recorded
 */
public record LearningView(
    String id, String kind, String title, String detail, String session, Instant recordedAt) {}
