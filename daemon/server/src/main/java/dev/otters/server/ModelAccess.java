package dev.otters.server;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.model.ModelList;
import dev.otters.api.model.ModelSummary;
import dev.otters.models.weights.CatalogueEntry;
import dev.otters.models.weights.ModelImport;
import dev.otters.models.weights.Models;
import dev.otters.oci.Progress;
import dev.otters.server.http.ModelOperations;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Implements the operations on models.
 *
 * @param models the local models
 * @param offers lists the models of the other providers
 * @param agents all agents
 */
record ModelAccess(Models models, ModelOffers offers, Supplier<List<AgentSummary>> agents)
    implements ModelOperations {
  /** The provider of the local models. */
  static final String LOCAL = "local";

  @Override
  public ModelList list(boolean verify) {
    List<ModelSummary> all = new ArrayList<>();
    models.statuses(verify).forEach(status -> all.add(summary(status)));
    List<String> notes = new ArrayList<>();
    offers.collect(all, notes);
    return new ModelList(all, notes);
  }

  @Override
  public ModelSummary pull(String name, Optional<String> source, Progress progress)
      throws InterruptedException {
    return summary(models.pull(plain(name), source, progress));
  }

  @Override
  public ModelSummary add(Addition addition, InputStream content, Progress progress) {
    ModelImport.Request request =
        new ModelImport.Request(
            plain(addition.name()), addition.bytes(), addition.context(), addition.licence());
    return summary(models.add(request, content, progress));
  }

  @Override
  public void remove(String name, boolean force) {
    String plain = plain(name);
    List<String> users =
        agents.get().stream()
            .filter(agent -> agent.model().equals(LOCAL + "/" + plain))
            .map(agent -> "agent " + agent.name())
            .toList();
    try {
      models.remove(plain, users, force);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ApiException(
          ApiException.of(
                  ErrorCode.SHUTTING_DOWN,
                  "the daemon is stopping",
                  "Try again once it has restarted.")
              .problem(),
          e);
    }
  }

  /** Accepts a MODEL in the place of a name. */
  private static String plain(String name) {
    return name.startsWith(LOCAL + "/") ? name.substring(LOCAL.length() + 1) : name;
  }

  private static ModelSummary summary(Models.Status status) {
    CatalogueEntry entry = status.entry();
    return new ModelSummary(
        entry.name(),
        LOCAL,
        entry.title(),
        entry.bytes(),
        entry.licence(),
        entry.contextSize(),
        status.state(),
        status.installed(),
        entry.sha256().toString());
  }
}
