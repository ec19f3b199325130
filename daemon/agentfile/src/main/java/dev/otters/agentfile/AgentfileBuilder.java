package dev.otters.agentfile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;

/**
 * Collects directives in the order of the file and applies the rule of each for earlier ones.
 *
 * <p>Not thread-safe.
 */
public final class AgentfileBuilder {
  private String source = "";
  private String syntax = Agentfile.SYNTAX;
  private String from = Agentfile.SCRATCH;
  private Optional<ImageName> runtime = Optional.empty();
  private Optional<ModelName> model = Optional.empty();
  private Optional<String> name = Optional.empty();
  private final SequencedMap<String, Context> contexts = new LinkedHashMap<>();
  private final List<Config> configs = new ArrayList<>();
  private final List<Bin> bins = new ArrayList<>();
  private final List<Add> adds = new ArrayList<>();
  private List<String> exec = List.of();
  private final SequencedMap<String, String> labels = new LinkedHashMap<>();
  private final SequencedMap<String, String> args = new LinkedHashMap<>();
  private final List<Env> envs = new ArrayList<>();
  private final SequencedSet<Capability> capabilities = new LinkedHashSet<>();
  private final List<Resource> resources = new ArrayList<>();
  private final List<Vault> vaults = new ArrayList<>();
  private final List<Skill> skills = new ArrayList<>();

  /** Sets the verbatim text. */
  public AgentfileBuilder source(String value) {
    source = value;
    return this;
  }

  /** Sets the language version. */
  public AgentfileBuilder syntax(String value) {
    syntax = value;
    return this;
  }

  /** Sets the parent. */
  public AgentfileBuilder from(String value) {
    from = value;
    return this;
  }

  /** Sets the runtime and drops the CONFIGs so far, which belong to the previous runtime. */
  public AgentfileBuilder runtime(ImageName value) {
    runtime = Optional.of(value);
    configs.clear();
    return this;
  }

  /** Sets the model. */
  public AgentfileBuilder model(ModelName value) {
    model = Optional.of(value);
    return this;
  }

  /** Sets the name, which {@link #build} checks. */
  public AgentfileBuilder name(String value) {
    name = Optional.of(value);
    return this;
  }

  /** Adds a context, or replaces the one of the same name in its place. */
  public AgentfileBuilder add(Context value) {
    contexts.put(value.name(), value);
    return this;
  }

  /** Appends a CONFIG. */
  public AgentfileBuilder add(Config value) {
    configs.add(value);
    return this;
  }

  /** Appends a BIN. */
  public AgentfileBuilder add(Bin value) {
    bins.add(value);
    return this;
  }

  /** Appends an ADD. */
  public AgentfileBuilder add(Add value) {
    adds.add(value);
    return this;
  }

  /** Appends an ENV. */
  public AgentfileBuilder add(Env value) {
    envs.add(value);
    return this;
  }

  /** Adds a capability, once. */
  public AgentfileBuilder add(Capability value) {
    capabilities.add(value);
    return this;
  }

  /** Appends a RESOURCE. */
  public AgentfileBuilder add(Resource value) {
    resources.add(value);
    return this;
  }

  /** Appends a VAULT. */
  public AgentfileBuilder add(Vault value) {
    vaults.add(value);
    return this;
  }

  /** Appends a SKILL. */
  public AgentfileBuilder add(Skill value) {
    skills.add(value);
    return this;
  }

  /** Replaces the worker's arguments. */
  public AgentfileBuilder exec(List<String> value) {
    exec = List.copyOf(value);
    return this;
  }

  /** Sets a label, or replaces the one of the same key in its place. */
  public AgentfileBuilder label(String key, String value) {
    labels.put(key, value);
    return this;
  }

  /** Records the value of an ARG. */
  public AgentfileBuilder arg(String key, String value) {
    args.put(key, value);
    return this;
  }

  /** Returns the directives collected so far. */
  public Agentfile build() {
    return new Agentfile(
        source,
        syntax,
        new Agentfile.Header(from, runtime, model, name),
        List.copyOf(contexts.values()),
        configs,
        bins,
        adds,
        exec,
        labels,
        args,
        envs,
        new Agentfile.Extensions(capabilities, resources, vaults, skills));
  }
}
