package dev.otters.agents;

import dev.otters.agentfile.ConfigKeys;
import dev.otters.agentfile.resolve.Overrides;
import dev.otters.agents.catalog.AgentCatalog;
import dev.otters.agents.catalog.Attachments;
import dev.otters.agents.create.CheckRuns;
import dev.otters.agents.image.DeclaredResources;
import dev.otters.agents.image.ImageSource;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.AgentSpec;
import dev.otters.agents.rows.PromptRows;
import dev.otters.agents.rows.Reason;
import dev.otters.agents.sandboxes.Separation;
import dev.otters.agents.setup.AgentSecrets;
import dev.otters.agents.setup.AgentSetups;
import dev.otters.agents.setup.TurnConfig;
import dev.otters.agents.start.StartAttempt;
import dev.otters.agents.start.StartAttempts;
import dev.otters.agents.substrate.AgentSubstrates;
import dev.otters.api.repo.RepoList;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.home.text.Secrets;
import dev.otters.oci.agent.AgentImage;
import dev.otters.oci.agent.ContextFile;
import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.Block;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.resources.GrantedResources;
import dev.otters.resources.attachment.Attachment;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.learning.Learnings;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.scratch.ContextIds;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.writeback.WriteGate;
import dev.otters.resources.writeback.Writeback;
import dev.otters.sessions.AgentDirectory;
import dev.otters.sessions.approval.Gate;
import dev.otters.sessions.catalog.CatalogFolder;
import dev.otters.sessions.conversation.PromptBlock;
import dev.otters.sessions.conversation.TurnSettings;
import dev.otters.sessions.conversation.TurnSetup;
import dev.otters.sessions.log.OwnSandboxes;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.outcome.Ran;
import dev.otters.sessions.outcome.Seen;
import dev.otters.sessions.resource.FileTools;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers runtimes and passes on what they report. */
public final class Directory implements AgentDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(Directory.class);

  private static final int MAX_OUTDATED = 1000;

  /** The sections that a runtime generates, in their order. */
  private static final List<String> GENERATED = List.of("AGENT", "WORKSPACE", "MOUNTS");

  private final AgentRows rows;
  private final ImageSource images;
  private final AgentSetups setups;
  private final StartAttempts attempts;
  private final PromptRows prompts;
  private final Separation separation;
  private final Secrets secrets;
  private final CheckRuns checks;
  private final AgentSubstrates substrates;

  /** The agents and protocols that the log already names. */
  private final Set<String> outdated = ConcurrentHashMap.newKeySet();

  private volatile @Nullable Listener listener;
  private volatile Function<UUID, RepoList> repos = _ -> new RepoList(List.of());

  Directory(
      AgentRows rows,
      PromptRows prompts,
      ImageSource images,
      AgentSetups setups,
      StartAttempts attempts,
      AgentSubstrates substrates,
      CheckRuns checks) {
    this.substrates = substrates;
    this.checks = checks;
    this.secrets = checks.siblings().secrets();
    this.rows = rows;
    this.prompts = prompts;
    this.images = images;
    this.separation = new Separation(prompts, images);
    this.setups = setups;
    this.attempts = attempts;
  }

  /** Receives the reports that have consequences. */
  interface Listener {
    void connected(UUID agent, String runtimeVersion);

    void fatal(UUID agent, AgentFailure failure);

    void outdated(UUID agent, int protocol);

    void unresponsive(UUID agent, String why);
  }

  /** Sets what lists the git repositories of agents, which have none before. */
  void repos(Function<UUID, RepoList> wanted) {
    repos = wanted;
  }

  void listen(Listener wanted) {
    listener = wanted;
  }

  @Override
  public UUID agent(UUID sandbox) {
    return rows.find(sandbox).map(Agent::agent).orElse(sandbox);
  }

  @Override
  public OwnSandboxes.Rule separates(UUID agent) {
    return separation.rule(row(agent));
  }

  /** Returns whether each new session of the agent gets a sandbox of its own. */
  boolean separatesSessions(UUID agent) {
    return separation.separatesAll(row(agent));
  }

  /** Returns the setup of a sandbox. While it starts, waits until it is verified. */
  @Override
  public AgentSetup setup(UUID sandbox) {
    attempts.of(sandbox).ifPresent(StartAttempt::awaitVerified);
    Agent row = row(sandbox);
    return setups.of(row, image(row));
  }

  @Override
  public Optional<TurnSetup> turn(UUID sandbox) {
    UUID agent = agent(sandbox);
    AgentSpec spec = row(agent).spec();
    return prompts
        .find(sandbox)
        .map(prompt -> turn(spec, prompt, substrates.sections(agent, prompt, secrets.of(agent))));
  }

  @Override
  public Optional<Integer> maxParallelTurns(Rows transaction, UUID sandbox) {
    AgentSpec spec = row(agent(sandbox)).spec();
    return prompts
        .find(transaction, sandbox)
        .map(prompt -> turn(spec, prompt, prompt.blocks()).maxParallelTurns());
  }

  /** Returns the settings of a turn. The operator's values may be newer than the prompt. */
  private static TurnSetup turn(
      AgentSpec spec, PromptRows.Prompt prompt, List<PromptBlock> sections) {
    Map<String, String> configs = new HashMap<>(prompt.configs());
    // An image may not choose further models for its programs: the operator pays for them.
    configs.remove(ConfigKeys.MODEL_ENDPOINT_MODELS);
    // Nor may it grant its sessions anything, or show them the operator's scratchpads.
    configs.remove(ConfigKeys.GRANTS);
    configs.remove(ConfigKeys.CONTEXT_IDS);
    configs.putAll(Overrides.texts(spec.given()));
    configs.put(Gate.VAULT_TOOLS, prompt.configs().getOrDefault(Gate.VAULT_TOOLS, ""));
    configs.remove(Gate.OWN_TOOLS);
    List<String> asking = FileTools.asking(prompt.tools());
    if (!asking.isEmpty()) {
      configs.put(Gate.OWN_TOOLS, String.join(" ", asking));
    }
    TurnConfig config = TurnConfig.of(configs);
    String model = spec.model();
    return new TurnSetup(
            new TurnSettings(
                model, configs, config.maxIterations(), config.limits(), config.memory(model)),
            config.maxParallelTurns(),
            sections,
            prompt.tools())
        .with(
            new GrantedResources(
                List.of(), Objects.requireNonNullElse(prompt.resources(), List.of())));
  }

  @Override
  public List<List<DeclaredResource>> resources(Rows rows, UUID agent) {
    return prompts.find(rows, agent).map(PromptRows.Prompt::declared).orElse(List.of());
  }

  /** Stores the resources of a definition that an agent has from its next start on. */
  public void announce(Tx tx, UUID agent, List<DeclaredResource> resources) {
    prompts.announce(tx, agent, resources);
  }

  @Override
  public List<DeclaredResource> resources(UUID agent) {
    Agent row = row(agent);
    return DeclaredResources.of(row.spec().definition(image(row)));
  }

  /** Returns the grants that the operator gave the agent. */
  @Override
  public Grants grants(UUID agent) {
    Map<String, String> given = Overrides.texts(row(agent).spec().given());
    return Grants.parse(given.getOrDefault(ConfigKeys.GRANTS, ""));
  }

  /** Returns the scratchpads that the operator gave the agent. */
  @Override
  public ContextIds contextIds(UUID agent) {
    Map<String, String> given = Overrides.texts(row(agent).spec().given());
    return ContextIds.parse(given.getOrDefault(ConfigKeys.CONTEXT_IDS, ""));
  }

  /** Returns the operations on durable files and drafts. */
  public Writeback writeback() {
    return substrates.writeback();
  }

  /** Returns what agents learned. */
  public Learnings learnings() {
    return substrates.learnings();
  }

  @Override
  public void learned(UUID agent) {
    substrates.learnings().changed(agent);
  }

  /** Returns the folders of agents with the catalogs of their sessions. */
  public CatalogFolder catalog() {
    return new AgentCatalog(
        rows,
        attachments(),
        setups,
        substrates.writeback(),
        substrates.removals(),
        substrates.catalog());
  }

  /** Returns what a session of an agent sees. */
  public List<Attachment> attachments(UUID agent, SessionId session) {
    return attachments().of(row(agent), sandbox(agent, session), session.value());
  }

  private Attachments attachments() {
    return new Attachments(setups.roots().home(), images, agent -> repos.apply(agent));
  }

  @Override
  public UnaryOperator<String> redactor(UUID agent) {
    return secrets.of(agent);
  }

  @Override
  public Seen file(UUID agent, SessionId session, String path, Map<FilePath, Content> drafts) {
    return rows.find(sandbox(agent, session))
        .map(row -> substrates.see(row, session.value(), path, drafts))
        .orElse(new Seen.Missing());
  }

  @Override
  public Set<String> bins(UUID agent) {
    return checks.bins(agent);
  }

  @Override
  public Ran program(UUID agent, SessionId session, String bin, List<String> args) {
    String folder = substrates.sessionFolder(agent, session.value());
    return checks.run(sandbox(agent, session), folder, bin, args);
  }

  /** Stops the checks beside a sandbox that is being removed, and waits for their ends. */
  void stopChecks(UUID sandbox) {
    checks.stop(sandbox);
  }

  @Override
  public EventBody.ToolResult runFileTool(
      UUID agent, SessionId session, String id, ToolCall call, WriteGate gate) {
    return substrates.run(
        new Writeback.Place(agent, session.value()),
        id,
        call,
        () -> attachments().ofModel(row(agent), sandbox(agent, session), session.value()),
        secrets.of(agent),
        gate);
  }

  @Override
  public void connected(UUID agent, String runtimeVersion) {
    LOG.atInfo()
        .addKeyValue("agent", agent)
        .addKeyValue("runtime", runtimeVersion)
        .log("A runtime is connected");
    heard().connected(agent, runtimeVersion);
  }

  /** Stores the prompt. A runtime adds no sections or tools of its own. */
  @Override
  public void ready(UUID sandbox, List<Block> blocks) {
    Agent row = row(sandbox);
    AgentImage image = image(row);
    Stream<PromptBlock> generated =
        GENERATED.stream()
            .flatMap(name -> blocks.stream().filter(block -> block.name().equals(name)).limit(1))
            .map(PromptBlock::generated);
    Stream<PromptBlock> declared =
        image.contexts().stream()
            .map(context -> new Block(context.name(), context.description(), context.text()))
            .map(PromptBlock::declared);
    prompts.save(
        sandbox,
        new PromptRows.Prompt(
            Stream.concat(generated, declared).filter(block -> !block.text().isEmpty()).toList(),
            setups.schemas(row.spec(), image),
            new TurnConfig(row.spec().definition(image)).texts(),
            AgentSecrets.declared(image),
            DeclaredResources.of(row.spec().definition(image)),
            image.contexts().stream()
                .filter(context -> !context.description().isEmpty())
                .collect(
                    Collectors.toMap(
                        ContextFile::name, ContextFile::description, (first, _) -> first))));
    attempts.of(sandbox).ifPresent(StartAttempt::ready);
  }

  /** Removes the prompt and the secrets of a removed agent. */
  public void forget(Tx tx, UUID agent) {
    prompts.delete(tx, agent);
    tx.afterCommit(() -> secrets.forget(agent));
  }

  @Override
  public void fatal(UUID agent, String reason, String message) {
    heard().fatal(agent, new AgentFailure(reason(reason), message, AgentFailure.SEE_LOGS));
  }

  @Override
  public void outdated(UUID agent, int protocol) {
    if (outdated.size() < MAX_OUTDATED && outdated.add(agent + " " + protocol)) {
      LOG.atWarn()
          .addKeyValue("agent", agent)
          .addKeyValue("protocol", protocol)
          .log("A runtime speaks another protocol");
    }
    heard().outdated(agent, protocol);
  }

  @Override
  public void unresponsive(UUID agent, String why) {
    heard().unresponsive(agent, why);
  }

  private Listener heard() {
    return Objects.requireNonNull(listener, "the keeper listens before any socket is open");
  }

  private UUID sandbox(UUID agent, SessionId session) {
    return rows.sandbox(agent, session.value());
  }

  private Agent row(UUID agent) {
    return rows.find(agent)
        .orElseThrow(() -> new IllegalArgumentException("there is no agent " + agent));
  }

  private AgentImage image(Agent agent) {
    return images.agent(agent.spec().image());
  }

  private static Reason reason(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "model" -> Reason.MODEL;
      case "config" -> Reason.CONFIG;
      default -> Reason.INIT;
    };
  }
}
