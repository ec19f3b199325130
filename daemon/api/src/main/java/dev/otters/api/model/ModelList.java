package dev.otters.api.model;

import dev.otters.api.Absent;
import java.util.List;

/**
 * The answer to a listing of models.
 *
 * @param notes which providers could not be reached, and why
 */
public record ModelList(List<ModelSummary> models, List<String> notes) {
  /** Fills in what an answer left out. */
  public ModelList {
    models = Absent.list(models);
    notes = Absent.list(notes);
  }
}
