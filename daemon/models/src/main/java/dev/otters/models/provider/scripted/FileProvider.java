package dev.otters.models.provider.scripted;

import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.gateway.Provider;
import java.util.List;

/** A provider that answers from files; the model {@code NAME} is the file with this name. */
abstract sealed class FileProvider implements Provider permits ReplayProvider, ScriptedProvider {
  private final String name;
  private final String description;
  private final ScriptFolders files;

  /**
   * Creates a provider of the files in folders.
   *
   * @param description what a file is, for the list of models
   */
  FileProvider(String name, String description, ScriptFolders files) {
    this.name = name;
    this.description = description;
    this.files = files;
  }

  /** Returns the folders with the files. */
  ScriptFolders files() {
    return files;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final List<ModelOffer> models() {
    return files.models(description);
  }

  /** Ignores all but the names of images and PDFs. */
  @Override
  public final boolean takesFiles() {
    return true;
  }
}
