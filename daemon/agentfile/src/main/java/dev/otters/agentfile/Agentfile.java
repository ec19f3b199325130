package dev.otters.agentfile;

import dev.otters.agentfile.Declaration.Rule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An Agentfile: its directives, with ARGs expanded and nothing resolved.
 *
 * @param source the verbatim text; empty if the records come from an image without one
 * @param syntax the language version, {@value #SYNTAX} unless an image says otherwise
 * @param from {@code scratch}, or the parent's reference
 * @param declarations the other directives: RUNTIME first, then by type, each type in the order of
 *     the file
 */
public record Agentfile(String source, String syntax, String from, List<Declaration> declarations) {

  /** The language version that this release writes. */
  public static final String SYNTAX = "openotters/agentfile:1";

  /** The FROM of an Agentfile without a parent. */
  public static final String SCRATCH = "scratch";

  /** A RUNTIME. It drops the CONFIGs above it, which belong to the previous runtime. */
  @SuppressWarnings("JavaLangClash")
  public record Runtime(ImageName image) implements Declaration {}

  /** A MODEL: the default model of agents. */
  public record Model(ModelName model) implements Declaration {}

  /** A NAME: the default name of agents. */
  public record Name(String text) implements Declaration {
    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException if the name is not a {@link Names#complaintAbout valid name}
     */
    public Name {
      Names.require("NAME", text);
    }
  }

  /** An EXEC: the worker's arguments. An empty list counts as no EXEC. */
  public record Exec(List<String> arguments) implements Declaration {
    /** Copies the list. */
    public Exec {
      arguments = List.copyOf(arguments);
    }
  }

  /** A LABEL: an annotation of the image. */
  public record Label(String name, String value) implements Declaration {}

  /** An ARG with the value that was used. */
  public record Arg(String name, String value) implements Declaration {}

  /** Applies the effect of each declaration on those above it, and sorts. */
  public Agentfile {
    var kept = new ArrayList<>(declarations);
    int runtime = kept.stream().map(Object::getClass).toList().lastIndexOf(Runtime.class);
    kept.subList(0, runtime + 1).removeIf(Config.class::isInstance);
    declarations =
        lastOfEach(kept, Set.of(Rule.KEYED)).stream()
            .filter(it -> !(it instanceof Exec(List<String> arguments) && arguments.isEmpty()))
            .sorted(Comparator.comparing(Agentfile::rank))
            .toList();
  }

  /**
   * Merges a child into its parent. Merging is associative: three generations may be merged in
   * either order.
   *
   * @param parent already merged with its own parent
   * @return the text, syntax and FROM of the child with the directives of both
   */
  public static Agentfile merge(Agentfile parent, Agentfile child) {
    List<Declaration> both =
        Stream.of(parent, child).flatMap(it -> it.declarations.stream()).toList();
    return new Agentfile(
        child.source, child.syntax, child.from, lastOfEach(both, Set.of(Rule.INHERITED)));
  }

  /** Returns the declarations of a type. */
  public <T extends Declaration> List<T> all(Class<T> type) {
    return declarations.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /**
   * Returns the declarations of a type that are in force: the last one of each name, in the place
   * of the first.
   */
  public <T extends Declaration> List<T> inForce(Class<T> type) {
    return lastOfEach(all(type), Set.of(Rule.values()));
  }

  /** Tells whether the image has a parent. */
  public boolean hasParent() {
    return !from.equals(SCRATCH);
  }

  /** Returns the RUNTIME reference; empty for the runtime of this release. */
  public Optional<ImageName> runtime() {
    return all(Runtime.class).stream().map(Runtime::image).findFirst();
  }

  /** Returns the default model; empty if the operator must name one. */
  public Optional<ModelName> model() {
    return all(Model.class).stream().map(Model::model).findFirst();
  }

  /** Returns the default name of agents; empty if the operator must name one. */
  public Optional<String> name() {
    return all(Name.class).stream().map(Name::text).findFirst();
  }

  /** Returns the worker's arguments; empty for its default. */
  public List<String> exec() {
    return all(Exec.class).stream().flatMap(it -> it.arguments.stream()).toList();
  }

  /** Returns the annotations of the image. */
  public SequencedMap<String, String> labels() {
    var labels = new LinkedHashMap<String, String>();
    all(Label.class).forEach(it -> labels.put(it.name, it.value));
    return Collections.unmodifiableSequencedMap(labels);
  }

  /** Returns all CONTEXTs. */
  public List<Context> contexts() {
    return all(Context.class);
  }

  /** Returns all BINs, including those that later ones replace. */
  public List<Bin> bins() {
    return all(Bin.class);
  }

  /** Returns the tools of the runtime that the agent may use. */
  public List<Capability> capabilities() {
    return all(Capability.class);
  }

  /** Returns a copy with a RUNTIME. Unlike RUNTIME in a file, it leaves the CONFIGs in force. */
  public Agentfile withRuntime(ImageName image) {
    Stream<Declaration> others = declarations.stream().filter(it -> !(it instanceof Runtime));
    return new Agentfile(
        source, syntax, from, Stream.concat(Stream.of(new Runtime(image)), others).toList());
  }

  /** Returns the CONFIG values in force, by key. An entry without a value unsets earlier ones. */
  public SequencedMap<String, ConfigValue> effectiveConfigs() {
    var values = new LinkedHashMap<String, ConfigValue>();
    for (Config config : all(Config.class)) {
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
    return all(Config.class).stream()
        .filter(Config::required)
        .map(Config::key)
        .filter(key -> !values.containsKey(key))
        .distinct()
        .sorted()
        .toList();
  }

  /** Leaves the last declaration of each name, in the place of the first, where a rule says so. */
  private static <T extends Declaration> List<T> lastOfEach(Collection<T> all, Set<Rule> rules) {
    var last = new LinkedHashMap<Object, T>();
    for (T it : all) {
      boolean unique = rules.contains(it.rule());
      // A new object equals no other key, so the declaration stays beside those of its name.
      last.put(unique ? it.directive() + " " + it.name() : new Object(), it);
    }
    return List.copyOf(last.values());
  }

  /** A merged RUNTIME drops the parent's CONFIGs, so it comes before the child's. */
  private static String rank(Declaration declaration) {
    return declaration instanceof Runtime ? "" : declaration.directive();
  }
}
