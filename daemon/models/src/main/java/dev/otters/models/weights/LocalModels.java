package dev.otters.models.weights;

import java.util.List;
import java.util.Optional;

/** Knows the models of this machine. Any thread may call. */
public interface LocalModels {
  /**
   * Returns an installed model, empty when it is not installed: pull it first.
   *
   * @param name without {@code local/}
   */
  Optional<LocalModel> find(String name);

  /** Returns all installed models, by name. */
  List<LocalModel> installed();

  /** Returns all models that can be had, installed or not, in the order in which to offer them. */
  List<CatalogueEntry> catalogue();
}
