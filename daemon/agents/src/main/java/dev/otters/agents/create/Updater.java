package dev.otters.agents.create;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ModelName;
import dev.otters.agents.engine.MountRules;
import dev.otters.agents.engine.Property;
import dev.otters.agents.image.DeclaredResources;
import dev.otters.agents.image.ImageSource;
import dev.otters.agents.image.ImageSource.NamedAgent;
import dev.otters.agents.image.PullPolicy;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentExecutors;
import dev.otters.agents.rows.AgentMount;
import dev.otters.agents.rows.AgentSpec;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.setup.TurnConfig;
import dev.otters.agents.supervise.AgentTasks;
import dev.otters.agents.supervise.Conversations;
import dev.otters.agents.supervise.Renewal;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.UpdateRequest;
import dev.otters.credentials.HostCredentials;
import dev.otters.home.store.Tx;
import dev.otters.oci.Progress;
import dev.otters.sessions.TurnHold;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Changes agents completely or not at all. A change that needs another sandbox waits until no turn
 * runs; if the new sandbox cannot be started, the agent gets its old definition back.
 *
 * @param models refuses models that no provider offers
 */
public record Updater(
    AgentExecutors executors,
    ImageSource images,
    MountRules mounts,
    Consumer<String> models,
    Conversations conversations,
    Renewal renewal,
    AgentTasks tasks) {
  private static final String PHASE = "notice";
  private static final PullPolicy PULL = PullPolicy.MISSING;

  /** The time that a runtime without a turn has to end. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  /**
   * Changes an agent. A stopped agent has the new sandbox after its next start.
   *
   * @param agent the agent as it was when the operator named it
   * @param credentials the operator's registry credentials, used for a new image
   * @param progress receives what the change waits for
   * @throws ApiException if the change is refused; then nothing has changed
   * @throws InterruptedException if the thread is interrupted before the change begins, as while it
   *     waits for a turn; then nothing has changed
   */
  public void update(
      Agent agent, UpdateRequest request, List<HostCredentials> credentials, Progress progress)
      throws InterruptedException {
    UUID id = agent.id();
    ImageSource source = images.as(credentials);
    ImageNeeds.warnOfMisspelt(request.config(), text -> progress.update(text, 0, 0, PHASE));
    if (!SpecChange.needsSandbox(agent.spec(), checked(agent, request, source, progress))) {
      tasks.runApart(id, () -> apply(id, request, source, progress));
      return;
    }
    try (TurnHold hold = conversations.hold(id)) {
      if (conversations.working(id)) {
        progress.update(
            "the change needs a new sandbox, and waits until no turn is running", 0, 0, PHASE);
      }
      hold.awaitRest();
      tasks.runApart(id, () -> apply(id, request, source, progress));
    }
  }

  private void apply(UUID id, UpdateRequest request, ImageSource source, Progress progress) {
    Agent agent =
        executors
            .rows()
            .find(id)
            .filter(row -> !(row.state() instanceof Lifecycle.Removing))
            .orElseThrow(Updater::removed);
    AgentSpec after = checked(agent, request, source, progress);
    if (agent.live() && agent.wanted() && SpecChange.needsSandbox(agent.spec(), after)) {
      renew(agent, after, request, progress);
    } else {
      executors.rows().changeIn(id, (tx, row) -> stored(tx, row, request, after));
      if (SpecChange.needsSandbox(agent.spec(), after)) {
        renewal.stopper().stopSessions(agent, GRACE);
      }
    }
    renewal.runner().note(id, "changed by the operator");
  }

  private Agent stored(Tx tx, Agent row, UpdateRequest request, AgentSpec after) {
    if (!after.image().equals(row.spec().image())) {
      Agentfile definition = after.definition(images.agent(after.image()));
      conversations.redefined(tx, row.id(), DeclaredResources.of(definition));
    }
    return changed(tx, row, request, after).with(after);
  }

  private void renew(Agent agent, AgentSpec after, UpdateRequest request, Progress progress) {
    UUID id = agent.id();
    try {
      Agent _ =
          renewal.renew(
              id,
              "it gets a new sandbox, because its settings were changed",
              (tx, row) -> changed(tx, row, request, after).trying(after),
              GRACE,
              progress);
    } catch (RuntimeException e) {
      progress.update("the change was undone, because the agent did not start", 0, 0, PHASE);
      try {
        renewal.undo(id);
      } catch (RuntimeException old) {
        renewal.sweep(id, old);
        e.addSuppressed(old);
      }
      throw e;
    }
  }

  private Agent changed(Tx tx, Agent row, UpdateRequest request, AgentSpec after) {
    if (!request.config().isEmpty()) {
      Map<String, String> configs =
          new TurnConfig(after.definition(images.agent(after.image()))).texts();
      conversations.budgeted(tx, row.id(), configs, SpecChange.texts(request));
    }
    return row;
  }

  /** Returns the definition after the change, which is possible. */
  private AgentSpec checked(
      Agent agent, UpdateRequest request, ImageSource source, Progress progress) {
    AgentSpec before = agent.spec();
    SpecChange change = SpecChange.of(agent.name(), before, request);
    AgentSpec after = change.applied();
    String image = request.image();
    if (image != null) {
      after = withImage(agent, after, source.agent(image, PULL, progress), source, progress);
    }
    if (!after.model().equals(before.model())) {
      models.accept(after.model());
    }
    if (!after.env().equals(before.env())
        || !after.given().equals(before.given())
        || !after.image().equals(before.image())) {
      Agentfile definition = after.definition(images.agent(after.image()));
      ImageNeeds needs = new ImageNeeds(definition);
      needs.check(after.image().ref(), after.env());
      needs.check(agent.placement().executor());
      ImageNeeds.checkGate(after, images.agent(after.image()));
    }
    Set<Property> asked = change.options().asked();
    if (!asked.isEmpty()) {
      Property.check(asked, agent.placement().executor(), executors.of(agent).info());
    }
    return change.hasMounts() ? after.withMounts(mounts(agent, change)) : after;
  }

  /**
   * Returns the definition with another image, its runtime and its tools. A model that was the old
   * image's becomes the new one's.
   */
  private AgentSpec withImage(
      Agent agent, AgentSpec after, NamedAgent found, ImageSource source, Progress progress) {
    ImageSource parts = source.partsOf(found);
    Agentfile agentfile = found.image().agentfile();
    boolean follows =
        after.model().equals(agent.spec().model())
            && images
                .agent(agent.spec().image())
                .agentfile()
                .model()
                .map(ModelName::toString)
                .equals(Optional.of(after.model()));
    String model =
        follows ? agentfile.model().map(ModelName::toString).orElse(after.model()) : after.model();
    AgentSpec other =
        after
            .withModel(model)
            .withImage(found.pin(), parts.runtime(agentfile.runtime(), PULL, progress));
    return other.withTools(
        new ToolSource(parts, PULL, progress)
            .tools(found.image(), agent.placement().executor(), other));
  }

  /** Checks the new mounts alone, since those that are there may be sensitive, then all. */
  private List<AgentMount> mounts(Agent agent, SpecChange change) {
    RunOptions options = change.options();
    mounts.check(options.mounts(), agent.user(), options.allowSensitive());
    return mounts.check(change.mounts(), agent.user(), true).stream()
        .map(CreateSteps::mount)
        .toList();
  }

  private static ApiException removed() {
    return ApiException.of(
        ErrorCode.AGENT_NOT_FOUND, "the agent was removed", "List all agents with 'otters ps -a'.");
  }
}
