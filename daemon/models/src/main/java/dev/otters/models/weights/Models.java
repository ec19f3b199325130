package dev.otters.models.weights;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.model.ModelSummary;
import dev.otters.executor.root.TreeRemover;
import dev.otters.models.gateway.ModelException;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Downloads, imports, lists and removes local models. */
public final class Models implements LocalModels, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Models.class);

  private final WeightsFolder folder;
  private final Catalogue catalogue;
  private final Weights weights;
  private final WebFetch web;
  private final Download download;
  private final ModelImport additions;
  private final Pulls pulls = new Pulls();

  Models(WeightsFolder folder, Catalogue catalogue, WebFetch web, Pip pip) {
    this.folder = folder;
    this.catalogue = catalogue;
    this.weights = new Weights(folder);
    this.web = web;
    this.download = new Download(folder, weights, web, pip);
    this.additions = new ModelImport(folder, catalogue, weights);
  }

  /**
   * Opens the local models of a home, without reading or creating files.
   *
   * @param own the file with further models of the operator
   */
  public static Models open(WeightsFolder folder, Path own, Map<String, String> environment) {
    return new Models(
        folder,
        new Catalogue(own, folder),
        WebFetch.standard(environment),
        new Pip(environment, Duration.ofMinutes(5)));
  }

  @Override
  public Optional<LocalModel> find(String name) {
    Optional<CatalogueEntry> found = catalogue.find(name);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    CatalogueEntry entry = found.get();
    Weights.State state = weights.look(entry);
    if (state == Weights.State.ABSENT || state == Weights.State.PARTIAL) {
      return Optional.empty();
    }
    if (state == Weights.State.DAMAGED || !weights.whole(entry, false, Progress.NONE)) {
      throw ModelException.permanent(
          ModelException.Reason.NOT_INSTALLED,
          "the weights of local/" + name + " are damaged: " + folder.weights(entry.sha256()),
          "Repair them with '" + repair(entry) + "'.");
    }
    return Optional.of(model(entry));
  }

  @Override
  public List<LocalModel> installed() {
    return catalogue.all().stream()
        .filter(entry -> weights.look(entry) == Weights.State.INSTALLED)
        .sorted(java.util.Comparator.comparing(CatalogueEntry::name))
        .map(this::model)
        .toList();
  }

  @Override
  public List<CatalogueEntry> catalogue() {
    return catalogue.all();
  }

  /**
   * Returns all models with their states.
   *
   * @param verify whether to read all weights
   */
  public List<ModelSummary> list(boolean verify) {
    return catalogue.all().stream().map(entry -> summary(entry, verify)).toList();
  }

  /**
   * Downloads a model, and repairs damaged weights.
   *
   * @param source a URL to try first
   * @throws ApiException MODEL_UNKNOWN, MODEL_DOWNLOAD, DISK_FULL
   * @throws InterruptedException if the caller is interrupted; the download stops unless other
   *     callers wait for it
   */
  public ModelSummary pull(String name, Optional<String> source, Progress progress)
      throws InterruptedException {
    CatalogueEntry entry = catalogue.require(name);
    List<Source> sources = new ArrayList<>(entry.sources());
    source.ifPresent(address -> sources.addFirst(chosen(address)));
    pulls.pull(entry.sha256(), steps -> download.run(entry, sources, steps), progress);
    return summary(entry, false);
  }

  /**
   * Imports a model from a file.
   *
   * @param content the file, which is read once and not closed
   * @throws ApiException MODEL_INVALID if the file is not a model, CONFLICT if the catalogue has
   *     another file of this name, DISK_FULL
   */
  public ModelSummary add(ModelImport.Request request, InputStream content, Progress progress) {
    return summary(additions.add(request, content, progress), false);
  }

  /**
   * Removes the weights of a model, and its entry if it was added from a file.
   *
   * @param agents the names of the agents that use the model
   * @param force whether to remove a model in use
   * @throws ApiException NOT_FOUND if the model is not installed, CONFLICT if it is in use
   */
  public void remove(String name, List<String> agents, boolean force) throws InterruptedException {
    CatalogueEntry entry = catalogue.find(name).orElseThrow(() -> notHere(name));
    List<String> why = new ArrayList<>(agents.stream().map(agent -> "agent " + agent).toList());
    if (pulls.isRunning(entry.sha256())) {
      why.add("a download");
    } else if (!isHere(entry)) {
      throw notHere(name);
    }
    List<String> twins =
        catalogue.all().stream()
            .filter(other -> other.sha256().equals(entry.sha256()))
            .map(CatalogueEntry::name)
            .filter(other -> !other.equals(name))
            .toList();
    boolean added = catalogue.isAdded(name);
    if (!added) {
      twins.stream().filter(catalogue::isAdded).forEach(twin -> why.add("the model " + twin));
    }
    if (!why.isEmpty() && !force) {
      throw ApiException.of(
          ErrorCode.CONFLICT,
          "the model local/" + name + " is used by " + String.join(", ", why),
          "Use -f to remove it anyway.");
    }
    pulls.stop(entry.sha256());
    try {
      if (!added || twins.isEmpty()) {
        removeFiles(entry);
      }
      catalogue.forget(name);
    } catch (IOException e) {
      throw DiskErrors.unusable(e, folder.folder());
    }
    LOG.atInfo().addKeyValue("model", name).log("Removed a model");
  }

  private static ApiException notHere(String name) {
    return ApiException.of(
        ErrorCode.NOT_FOUND,
        "the model local/" + name + " is not installed",
        "List the installed models with 'otters model ls'.");
  }

  /** Returns whether any file of a model exists, including parts of a download. */
  private boolean isHere(CatalogueEntry entry) {
    return weights.look(entry) != Weights.State.ABSENT
        || catalogue.isAdded(entry.name())
        || folder.unfinished(entry.sha256()).stream().anyMatch(Files::exists)
        || Files.exists(folder.packages(entry.sha256()));
  }

  private void removeFiles(CatalogueEntry entry) throws IOException {
    Files.deleteIfExists(folder.stamp(entry.sha256()));
    Files.deleteIfExists(folder.weights(entry.sha256()));
    for (Path file : folder.unfinished(entry.sha256())) {
      Files.deleteIfExists(file);
    }
    TreeRemover.remove(folder.packages(entry.sha256()));
    Files.deleteIfExists(folder.lock(entry.sha256()));
  }

  private ModelSummary summary(CatalogueEntry entry, boolean verify) {
    Weights.State state = weights.look(entry);
    if (verify && state == Weights.State.INSTALLED && !weights.whole(entry, true, Progress.NONE)) {
      state = Weights.State.DAMAGED;
    }
    String text =
        switch (state) {
          case INSTALLED -> "installed";
          case DAMAGED -> "damaged; repair with '" + repair(entry) + "'";
          case PARTIAL -> begun(entry);
          case ABSENT -> "available";
        };
    return new ModelSummary(
        entry.name(),
        PROVIDER,
        entry.title(),
        entry.bytes(),
        entry.licence(),
        entry.contextSize(),
        0,
        text,
        state == Weights.State.INSTALLED,
        entry.sha256().toString(),
        null,
        null);
  }

  private String begun(CatalogueEntry entry) {
    long percent = 100 * weights.begun(entry) / entry.bytes();
    return percent + "% downloaded" + (pulls.isRunning(entry.sha256()) ? ", in progress" : "");
  }

  private static String repair(CatalogueEntry entry) {
    return entry.sources().isEmpty()
        ? "otters model add " + entry.name() + " --file FILE"
        : "otters model pull " + entry.name();
  }

  private LocalModel model(CatalogueEntry entry) {
    return new LocalModel(
        entry.name(),
        folder.weights(entry.sha256()),
        entry.bytes(),
        entry.sha256(),
        entry.contextSize(),
        entry.choosesTools());
  }

  private static Source chosen(String address) {
    try {
      return CatalogueFile.address(address);
    } catch (IllegalArgumentException e) {
      throw new ApiException(
          Problem.of(
              ErrorCode.INVALID_REQUEST,
              "the source '" + address + "' cannot be used: " + e.getMessage(),
              "Write the source as https://HOST/PATH."),
          e);
    }
  }

  /** Stops all downloads; the downloaded parts stay. */
  @Override
  public void close() {
    pulls.close();
    web.close();
  }
}
