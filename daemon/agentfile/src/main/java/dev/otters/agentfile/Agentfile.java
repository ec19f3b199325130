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
 * Holds one Agentfile: every directive in declaration order, ARGs expanded, nothing resolved.
 *
 * <p>Components stand in the order in which the image's config writes them. All collections are
 * immutable copies and keep their order; absent lists are empty. Repeated CONFIG, BIN, ADD and ENV
 * entries are all kept, as the image format does, and so are RESOURCE, VAULT and SKILL; the {@code
 * effective…} views apply "the last one wins".
 *
 * @param source the verbatim text; empty where the records were read from an image without one
 * @param syntax the language version, {@value #SYNTAX} unless an image says otherwise
 * @param from {@code scratch}, or the parent's reference
 * @param runtime the RUNTIME reference; empty means the runtime of this release
 * @param model the default model; empty when the operator must name one
 * @param name the default name of agents; empty when the operator must name one
 * @param exec the worker's arguments; empty means its default
 * @param labels annotations of the image
 * @param args ARGs that have a value, with the value that was used
 */
public record Agentfile(
    String source,
    String syntax,
    String from,
    Optional<ImageName> runtime,
    Optional<ModelName> model,
    Optional<String> name,
    List<Context> contexts,
    List<Config> configs,
    List<Bin> bins,
    List<Add> adds,
    List<String> exec,
    SequencedMap<String, String> labels,
    SequencedMap<String, String> args,
    List<Env> envs,
    SequencedSet<Capability> capabilities,
    List<Resource> resources,
    List<Vault> vaults,
    List<Skill> skills) {

  /** The language version that this release writes. */
  public static final String SYNTAX = "openotters/agentfile:1";

  /** The FROM of an Agentfile without a parent. */
  public static final String SCRATCH = "scratch";

  /**
   * Copies the collections.
   *
   * @throws IllegalArgumentException if the name is not a {@link Names#complaintAbout valid name}
   */
  public Agentfile {
    name.ifPresent(text -> Names.require("NAME", text));
    contexts = List.copyOf(contexts);
    configs = List.copyOf(configs);
    bins = List.copyOf(bins);
    adds = List.copyOf(adds);
    exec = List.copyOf(exec);
    labels = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(labels));
    args = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(args));
    envs = List.copyOf(envs);
    capabilities = Collections.unmodifiableSequencedSet(new LinkedHashSet<>(capabilities));
    resources = List.copyOf(resources);
    vaults = List.copyOf(vaults);
    skills = List.copyOf(skills);
  }

  /** Tells whether it builds on a parent. */
  public boolean hasParent() {
    return !from.equals(SCRATCH);
  }

  /** Returns the same file with a RUNTIME; the CONFIGs stay. */
  public Agentfile withRuntime(ImageName image) {
    return new Agentfile(
        source,
        syntax,
        from,
        Optional.of(image),
        model,
        name,
        contexts,
        configs,
        bins,
        adds,
        exec,
        labels,
        args,
        envs,
        capabilities,
        resources,
        vaults,
        skills);
  }

  /** Returns the CONFIG values that count, by key; an entry without a value unsets earlier ones. */
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

  /** Returns the required CONFIG keys that have no value, sorted; empty when the agent can run. */
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

  /** Returns the BINs that count: of those with one name the last, at the place of the first. */
  public List<Bin> effectiveBins() {
    return lastOfEach(bins, Bin::name);
  }

  /** Returns the ADDs that count: of those with one name the last, at the place of the first. */
  public List<Add> effectiveAdds() {
    return lastOfEach(adds, Add::name);
  }

  /** Returns the ENVs that count: of those with one key the last, at the place of the first. */
  public List<Env> effectiveEnvs() {
    return lastOfEach(envs, Env::key);
  }

  /** Returns the RESOURCEs that count: of those with one name the last, at the first's place. */
  public List<Resource> effectiveResources() {
    return lastOfEach(resources, Resource::name);
  }

  /** Returns the VAULTs that count: of those with one name the last, at the first's place. */
  public List<Vault> effectiveVaults() {
    return lastOfEach(vaults, Vault::name);
  }

  /** Returns the SKILLs that count: of those with one name the last, at the first's place. */
  public List<Skill> effectiveSkills() {
    return lastOfEach(skills, Skill::name);
  }

  private static <T> List<T> lastOfEach(Collection<T> items, Function<T, String> key) {
    var last = new LinkedHashMap<String, T>();
    items.forEach(item -> last.put(key.apply(item), item));
    return List.copyOf(last.values());
  }
}
