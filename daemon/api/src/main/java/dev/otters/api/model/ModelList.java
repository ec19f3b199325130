package dev.otters.api.model;

import java.util.List;

/**
 * The answer to a listing of models.
 *
 * @param notes which providers could not be reached, and why
 */
public record ModelList(List<ModelSummary> models, List<String> notes) {}
