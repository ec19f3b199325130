package dev.otters.models.weights;

import java.util.List;
import java.util.Optional;

/** The models of this machine. Safe for use by any thread. */
public interface LocalModels {
  /** The name of their provider. */
  String PROVIDER = "local";

  /**
   * Returns an installed model; empty if it is not installed.
   *
   * @param name without {@code local/}
   */
  Optional<LocalModel> find(String name);

  /** Returns all installed models, by name. */
  List<LocalModel> installed();

  /** Returns all available models in display order, installed or not. */
  List<CatalogueEntry> catalogue();
}
