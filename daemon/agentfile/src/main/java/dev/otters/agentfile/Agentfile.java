package dev.otters.agentfile;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.Function;

/**
 * An Agentfile: its directives in the order of the file, with ARGs expanded and nothing resolved.
 *
 * <p>All collections are immutable and keep their order; those of absent directives are empty.
 * Repeated CONFIG, BIN, ADD, ENV, RESOURCE, VAULT and SKILL entries are kept, as the image format
 * does. The {@code effective…} methods return the entries in force: the last one of each name.
 *
 * @param source the verbatim text; empty if the records come from an image without one
 * @param syntax the language version, {@value #SYNTAX} unless an image says otherwise
 * @param exec the worker's arguments; empty for its default
 * @param labels annotations of the image
 * @param args ARGs that have a value, with the value that was used
 */
public record Agentfile(
    String source,
    String syntax,
    Header header,
    List<Context> contexts,
    List<Config> configs,
    List<Bin> bins,
    List<Add> adds,
    List<String> exec,
    SequencedMap<String, String> labels,
    SequencedMap<String, String> args,
    List<Env> envs,
    Extensions extensions) {

  /** The language version that this release writes. */
  public static final String SYNTAX = "openotters/agentfile:1";

  /** The FROM of an Agentfile without a parent. */
  public static final String SCRATCH = "scratch";

  /**
   * The directives that name the agent, its parent, runtime and model.
   *
   * @param from {@code scratch}, or the parent's reference
   * @param runtime the RUNTIME reference; empty for the runtime of this release
   * @param model the default model; empty if the operator must name one
   * @param name the default name of agents; empty if the operator must name one
   */
  public record Header(
      String from, Optional<ImageName> runtime, Optional<ModelName> model, Optional<String> name) {
    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException if the name is not a {@link Names#complaintAbout valid name}
     */
    public Header {
      name.ifPresent(text -> Names.require("NAME", text));
    }
  }

  /**
   * The directives that give the agent more than tools: capabilities, resources, secrets and
   * skills.
   */
  public record Extensions(
      SequencedSet<Capability> capabilities,
      List<Resource> resources,
      List<Vault> vaults,
      List<Skill> skills) {
    /** Copies the collections. */
    public Extensions {
      capabilities = Collections.unmodifiableSequencedSet(new LinkedHashSet<>(capabilities));
      resources = List.copyOf(resources);
      vaults = List.copyOf(vaults);
      skills = List.copyOf(skills);
    }
  }

  /** Copies the collections. */
  public Agentfile {
    contexts = List.copyOf(contexts);
    configs = List.copyOf(configs);
    bins = List.copyOf(bins);
    adds = List.copyOf(adds);
    exec = List.copyOf(exec);
    labels = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(labels));
    args = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(args));
    envs = List.copyOf(envs);
  }

  /** Returns {@code scratch}, or the parent's reference. */
  public String from() {
    return header.from();
  }

  /** Returns the RUNTIME reference; empty for the runtime of this release. */
  public Optional<ImageName> runtime() {
    return header.runtime();
  }

  /** Returns the default model; empty if the operator must name one. */
  public Optional<ModelName> model() {
    return header.model();
  }

  /** Returns the default name of agents; empty if the operator must name one. */
  public Optional<String> name() {
    return header.name();
  }

  /** Returns the tools of the runtime that the agent may use. */
  public SequencedSet<Capability> capabilities() {
    return extensions.capabilities();
  }

  /** Returns all RESOURCEs. */
  public List<Resource> resources() {
    return extensions.resources();
  }

  /** Returns all VAULTs. */
  public List<Vault> vaults() {
    return extensions.vaults();
  }

  /** Returns all SKILLs. */
  public List<Skill> skills() {
    return extensions.skills();
  }

  /** Tells whether the image has a parent. */
  public boolean hasParent() {
    return !from().equals(SCRATCH);
  }

  /** Returns a copy with a RUNTIME. Unlike RUNTIME in a file, it leaves the CONFIGs in force. */
  public Agentfile withRuntime(ImageName image) {
    return new Agentfile(
        source,
        syntax,
        new Header(from(), Optional.of(image), model(), name()),
        contexts(),
        configs(),
        bins(),
        adds(),
        exec(),
        labels(),
        args(),
        envs(),
        extensions);
  }

  /** Returns the CONFIG values in force, by key. An entry without a value unsets earlier ones. */
  public SequencedMap<String, ConfigValue> effectiveConfigs() {
    var values = new LinkedHashMap<String, ConfigValue>();
    for (Config config : configs) {
      config
          .value()
          .ifPresentOrElse(
              value -> values.put(config.key(), value), () -> values.remove(config.key()));
    }
    return Collections.unmodifiableSequencedMap(values);
  }

  /** Returns the required CONFIG keys without a value, sorted; empty if the agent can run. */
  public List<String> missingConfigs() {
    var values = effectiveConfigs();
    return configs.stream()
        .filter(Config::required)
        .map(Config::key)
        .filter(key -> !values.containsKey(key))
        .distinct()
        .sorted()
        .toList();
  }

  /** Returns the BINs in force: the last one of each name, in the place of the first. */
  public List<Bin> effectiveBins() {
    return lastOfEach(bins, Bin::name);
  }

  /** Returns the ADDs in force: the last one of each name, in the place of the first. */
  public List<Add> effectiveAdds() {
    return lastOfEach(adds, Add::name);
  }

  /** Returns the ENVs in force: the last one of each key, in the place of the first. */
  public List<Env> effectiveEnvs() {
    return lastOfEach(envs, Env::key);
  }

  /** Returns the RESOURCEs in force: the last one of each name, in the place of the first. */
  public List<Resource> effectiveResources() {
    return lastOfEach(resources(), Resource::name);
  }

  /** Returns the VAULTs in force: the last one of each name, in the place of the first. */
  public List<Vault> effectiveVaults() {
    return lastOfEach(vaults(), Vault::name);
  }

  /** Returns the SKILLs in force: the last one of each name, in the place of the first. */
  public List<Skill> effectiveSkills() {
    return lastOfEach(skills(), Skill::name);
  }

  private static <T> List<T> lastOfEach(Collection<T> items, Function<T, String> key) {
    var last = new LinkedHashMap<String, T>();
    items.forEach(item -> last.put(key.apply(item), item));
    return List.copyOf(last.values());
  }
}
