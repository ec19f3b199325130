package dev.otters.agents.create;

import dev.otters.agents.image.ImageSource.NamedAgent;
import dev.otters.agents.repo.FirstRepos;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.Placement;
import dev.otters.agents.rows.Tool;
import dev.otters.agents.start.StartAttempt;
import dev.otters.credentials.HostCredentials;
import dev.otters.executor.ImagePin;
import dev.otters.oci.Progress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The shared state of the steps that create an agent. */
public final class Creation {
  private final UUID id;
  private RunOptions options;
  private final String request;
  private final List<HostCredentials> credentials;
  private final StartAttempt attempt;
  private final Progress progress;
  private final Consumer<UUID> remover;
  private FirstRepos repos = FirstRepos.NONE;
  private @Nullable NamedAgent image;
  private @Nullable Placement placement;
  private @Nullable String model;
  private @Nullable ImagePin runtime;
  private @Nullable List<Tool> tools;
  private @Nullable Agent agent;

  Creation(
      UUID id,
      RunOptions options,
      String request,
      List<HostCredentials> credentials,
      StartAttempt attempt,
      Progress progress,
      Consumer<UUID> remover) {
    this.id = id;
    this.options = options;
    this.request = request;
    this.credentials = List.copyOf(credentials);
    this.attempt = attempt;
    this.progress = progress;
    this.remover = remover;
  }

  UUID id() {
    return id;
  }

  RunOptions options() {
    return options;
  }

  void options(RunOptions granted) {
    options = granted;
  }

  /** Returns the hash of the request. */
  String request() {
    return request;
  }

  /** Returns the operator's credentials; nothing keeps them longer than this. */
  List<HostCredentials> credentials() {
    return credentials;
  }

  StartAttempt attempt() {
    return attempt;
  }

  Progress progress() {
    return progress;
  }

  /** Returns what removes another agent. */
  Consumer<UUID> remover() {
    return remover;
  }

  FirstRepos repos() {
    return repos;
  }

  void repos(FirstRepos wanted) {
    repos = wanted;
  }

  NamedAgent image() {
    return Objects.requireNonNull(image, "the image is resolved first");
  }

  void image(NamedAgent found) {
    image = found;
  }

  Placement placement() {
    return Objects.requireNonNull(placement, "the executor is chosen first");
  }

  void placement(Placement chosen) {
    placement = chosen;
  }

  String model() {
    return Objects.requireNonNull(model, "the model is chosen with the image");
  }

  void model(String chosen) {
    model = chosen;
  }

  ImagePin runtime() {
    return Objects.requireNonNull(runtime, "the runtime is resolved first");
  }

  void runtime(ImagePin found) {
    runtime = found;
  }

  /** Returns the tools if they were found before the row, to replace another agent. */
  Optional<List<Tool>> tools() {
    return Optional.ofNullable(tools);
  }

  void tools(List<Tool> found) {
    tools = found;
  }

  Agent agent() {
    return Objects.requireNonNull(agent, "the row is inserted first");
  }

  void agent(Agent current) {
    agent = current;
  }
}
