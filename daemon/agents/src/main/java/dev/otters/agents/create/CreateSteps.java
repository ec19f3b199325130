package dev.otters.agents.create;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ConfigKeys;
import dev.otters.agentfile.ModelName;
import dev.otters.agentfile.NotImplemented;
import dev.otters.agentfile.resolve.Overrides;
import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.engine.MountRules;
import dev.otters.agents.image.DeclaredResources;
import dev.otters.agents.image.ImageSource;
import dev.otters.agents.image.ImageSource.NamedAgent;
import dev.otters.agents.repo.RepoClones;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentMount;
import dev.otters.agents.rows.AgentNames;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.AgentSpec;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.RunState;
import dev.otters.agents.rows.Tool;
import dev.otters.agents.setup.AgentRoots;
import dev.otters.agents.start.LaunchSteps;
import dev.otters.agents.start.Step;
import dev.otters.agents.supervise.Removal;
import dev.otters.executor.ImagePin;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.mounts.CheckedMount;
import dev.otters.home.time.Time;
import dev.otters.oci.ImageReference;
import dev.otters.resources.Resources;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The steps that create an agent from an image, up to its folder. {@link LaunchSteps} continue from
 * there.
 */
public record CreateSteps(
    AgentRows rows,
    ImageSource images,
    MountRules mounts,
    AgentRoots roots,
    Choices choices,
    RepoClones clones,
    Time time) {
  /**
   * The parts that choose what the operator leaves open.
   *
   * @param users chooses the user of the sandbox
   * @param models refuses models that no provider offers
   * @param usualModel chooses a model
   * @param placements chooses the executor
   */
  public record Choices(
      AgentUsers users, Consumer<String> models, UsualModel usualModel, Placements placements) {}

  /**
   * Returns the steps up to the agent's row, which reserves its name and user. Without an executor
   * there is no row, since its undo would need the executor.
   */
  public List<Step<Creation>> toRow() {
    return List.of(
        Step.lasting("resolve image", "resolve", this::resolveImage),
        Step.lasting("choose executor", "resolve", this::chooseExecutor),
        Step.lasting("resolve runtime", "resolve", this::resolveRuntime),
        Step.lasting("clone repositories", "clone", this::cloneRepos),
        Step.lasting("insert row", "create", this::insertRow));
  }

  /**
   * Returns the steps from the row to the root. {@link Removal} removes the row when they are
   * undone.
   */
  public List<Step<Creation>> toRoot() {
    return List.of(
        Step.lasting("check mounts", "create", this::checkMounts),
        Step.lasting("pull tools", "tools", this::pullTools),
        new Step<>("materialise root", "create", c -> roots.create(c.agent()), roots::remove),
        Step.lasting("place repositories", "create", c -> c.repos().place(clones, c.agent())));
  }

  private void resolveImage(Creation creation) {
    RunOptions options = creation.options();
    NamedAgent found = source(creation).agent(options.ref(), options.pull(), creation.progress());
    Agentfile agentfile = Overrides.apply(found.image().agentfile(), options.configs());
    ImageNeeds needs = new ImageNeeds(agentfile);
    needs.check(options);
    creation.options(needs.granted(options, notice(creation)));
    ImageNeeds.warnOfMisspelt(options.configs(), notice(creation));
    notices(agentfile, found.image().missingSkills(), creation);
    String model = model(options.model().or(agentfile::model).map(ModelName::toString), creation);
    choices.models().accept(model);
    creation.model(model);
    creation.image(found);
    if (options.replace()) {
      Optional<Agent> unused = replaced(creation);
    } else {
      String unused = name(found, options, rows.all());
    }
  }

  private ImageSource source(Creation creation) {
    return images.as(creation.credentials());
  }

  private ImageSource partSource(Creation creation) {
    return source(creation).partsOf(creation.image());
  }

  /** Sends notices about a replaced runtime, and about declarations without an effect. */
  private void notices(Agentfile agentfile, List<String> missingSkills, Creation creation) {
    if (!missingSkills.isEmpty()) {
      String names = String.join(", ", missingSkills);
      notice(creation).accept("the image lacks the files of SKILL " + names + ": build it again");
    }
    images.replaced(agentfile.runtime()).ifPresent(notice(creation));
    NotImplemented.in(agentfile).forEach(part -> notice(creation).accept(part.text()));
    if (!creation.options().configs().containsKey(ConfigKeys.GRANTS)) {
      DeclaredResources.of(agentfile).stream()
          .filter(resource -> Resources.SHIPPED.serves(resource.kind()))
          .map(resource -> "RESOURCE " + resource.name() + " needs grants")
          .map(text -> text + ": give them to new sessions with --grant")
          .forEach(notice(creation));
    }
  }

  private static Consumer<String> notice(Creation creation) {
    return text -> creation.progress().update(text, 0, 0, "notice");
  }

  private void chooseExecutor(Creation creation) {
    creation.placement(choices.placements().choose(creation.options()));
    Agentfile agentfile = creation.image().image().agentfile();
    new ImageNeeds(Overrides.apply(agentfile, creation.options().configs()))
        .check(creation.placement().executor());
  }

  /** Returns the model. Reports the choice and its reason if the operator named none. */
  private String model(Optional<String> named, Creation creation) {
    if (named.isPresent()) {
      return named.get();
    }
    UsualModel.Choice choice = choices.usualModel().choose();
    creation.progress().update(choice.model() + ": " + choice.why(), 0, 0, "model");
    return choice.model();
  }

  /** Returns the agent that the new one replaces, if the operator wants that. */
  private Optional<Agent> replaced(Creation creation) {
    RunOptions options = creation.options();
    if (!options.replace()) {
      return Optional.empty();
    }
    ImagePin pin = creation.image().pin();
    String usual = usualName(creation.image().image().agentfile(), pin);
    return AgentNames.replaced(options.name(), usual, pin, rows.all());
  }

  /** Removes an agent, after the checks of the new one that need no row. */
  private void replace(Agent old, AgentSpec spec, Creation creation) {
    List<Agent> others = rows.all().stream().filter(agent -> !agent.id().equals(old.id())).toList();
    SandboxUser user = choices.users().choose(creation.options().user(), others, rows.lastUid());
    creation.tools(tools(creation, spec.withMounts(checkedMounts(creation, user))));
    creation.remover().accept(old.id());
  }

  private void insertRow(Creation creation) {
    RunOptions options = creation.options();
    AgentSpec spec =
        new AgentSpec(
            creation.image().pin(),
            creation.runtime(),
            creation.model(),
            List.of(),
            options.env(),
            List.of(),
            options.reach().network(),
            options.agentLimits(),
            options.labels(),
            options.restart(),
            options.configs(),
            options.reach().hosts());
    replaced(creation).ifPresent(old -> replace(old, spec, creation));
    creation.agent(
        choices
            .users()
            .alone(
                () ->
                    rows.insert(
                        (agents, lastUid) ->
                            new Agent(
                                creation.id(),
                                name(creation.image(), options, agents),
                                choices.users().choose(options.user(), agents, lastUid),
                                creation.placement(),
                                spec,
                                time.now(),
                                RunState.fresh()),
                        options.user().isEmpty(),
                        creation.request())));
  }

  private void checkMounts(Creation creation) {
    List<AgentMount> checked = checkedMounts(creation, creation.agent().user());
    pin(creation, spec -> spec.withMounts(checked));
  }

  private List<AgentMount> checkedMounts(Creation creation, SandboxUser user) {
    RunOptions options = creation.options();
    return mounts.check(options.mounts(), user, options.allowSensitive()).stream()
        .map(CreateSteps::mount)
        .toList();
  }

  private void resolveRuntime(Creation creation) {
    creation.runtime(
        partSource(creation)
            .runtime(
                creation.image().image().agentfile().runtime(),
                creation.options().pull(),
                creation.progress()));
  }

  private void cloneRepos(Creation creation) {
    if (creation.repos().any()) {
      SandboxUser user =
          choices.users().choose(creation.options().user(), rows.all(), rows.lastUid());
      ExecutorKind executor = creation.placement().executor();
      creation.repos().clone(clones, user, executor, creation.progress());
    }
  }

  private void pullTools(Creation creation) {
    rows.change(creation.id(), CreateSteps::pulling).ifPresent(creation::agent);
    List<Tool> tools = creation.tools().orElseGet(() -> tools(creation, creation.agent().spec()));
    pin(creation, spec -> spec.withTools(tools));
  }

  private List<Tool> tools(Creation creation, AgentSpec spec) {
    List<Tool> tools =
        new ToolSource(partSource(creation), creation.options().pull(), creation.progress())
            .tools(creation.image().image(), creation.placement().executor(), spec);
    ImageNeeds.checkGate(spec.withTools(tools), creation.image().image());
    return tools;
  }

  private void pin(Creation creation, UnaryOperator<AgentSpec> change) {
    creation.agent(
        rows.change(creation.id(), agent -> agent.with(change.apply(agent.spec()))).orElseThrow());
  }

  static AgentMount mount(CheckedMount mount) {
    return new AgentMount(
        mount.source().toString(), mount.target(), mount.description(), mount.readOnly());
  }

  private static Agent pulling(Agent agent) {
    return agent.state() instanceof Lifecycle.Queued queued ? agent.with(queued.pull()) : agent;
  }

  private static String name(NamedAgent image, RunOptions options, List<Agent> agents) {
    return AgentNames.choose(
        options.name(),
        options.executor(),
        usualName(image.image().agentfile(), image.pin()),
        agents);
  }

  private static String usualName(Agentfile agentfile, ImagePin image) {
    return agentfile.name().orElseGet(() -> lastSegment(image));
  }

  private static String lastSegment(ImagePin image) {
    if (image.ref().startsWith("sha256:")) {
      return "agent-" + image.digest().abbreviated();
    }
    String repository = ImageReference.parse(image.ref()).repository();
    return repository.substring(repository.lastIndexOf('/') + 1);
  }
}
