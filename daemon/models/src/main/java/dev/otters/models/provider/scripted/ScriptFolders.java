package dev.otters.models.provider.scripted;

import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.price.ModelSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folders in which the files of models lie: the model {@code NAME} is the file {@code NAME} and
 * the ending, in the first folder that has it.
 *
 * @param folders the folders in order; they may be missing
 * @param ending the end of the names of files
 * @param what the noun for one of the files
 */
record ScriptFolders(List<Path> folders, String ending, String what) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  ScriptFolders {
    folders = List.copyOf(folders);
  }

  /** Returns a model for each file, by name. */
  List<ModelOffer> models(String description) {
    return folders.stream()
        .flatMap(this::names)
        .distinct()
        .sorted()
        .map(name -> new ModelOffer(name, ModelSize.UNKNOWN, description))
        .toList();
  }

  private Stream<String> names(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Stream.empty();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ending))
          .map(name -> name.substring(0, name.length() - ending.length()))
          .filter(name -> NAME.matcher(name).matches())
          .toList()
          .stream();
    } catch (IOException e) {
      throw ModelException.permanent(
          Reason.FAILED,
          "cannot list the " + what + "s in " + folder + ": " + e.getMessage(),
          "Make the folder readable for the daemon's user.");
    }
  }

  /**
   * Returns the file of a model.
   *
   * @throws ModelException if the name is invalid or there is none
   */
  Path file(String model) {
    if (!NAME.matcher(model).matches()) {
      throw ModelException.permanent(
          Reason.MODEL_UNKNOWN,
          "\"" + model + "\" is not a valid " + what + " name",
          "Use letters, digits, dots, underscores and dashes.");
    }
    return folders.stream()
        .map(folder -> folder.resolve(model + ending))
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow(() -> missing(model));
  }

  private ModelException missing(String model) {
    List<String> looked =
        folders.stream().map(folder -> folder.resolve(model + ending).toString()).toList();
    return ModelException.permanent(
        Reason.MODEL_UNKNOWN,
        "there is no %s \"%s\"; looked for %s".formatted(what, model, String.join(" and ", looked)),
        "Write the %s, or choose another model.".formatted(what));
  }
}
