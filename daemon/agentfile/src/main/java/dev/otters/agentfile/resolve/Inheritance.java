package dev.otters.agentfile.resolve;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Config;
import dev.otters.agentfile.Context;
import dev.otters.agentfile.Resource;
import dev.otters.agentfile.Skill;
import dev.otters.agentfile.Vault;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.Function;

/**
 * Merges the directives of a child into those of its parent.
 *
 * <p>Merging is associative: three generations may be merged in either order.
 */
public final class Inheritance {
  private Inheritance() {}

  /**
   * Merges a child into its parent.
   *
   * <ul>
   *   <li>RUNTIME, MODEL, NAME and EXEC are the child's if it has them. Its RUNTIME drops the
   *       parent's CONFIGs.
   *   <li>CONTEXT, LABEL, ARG, RESOURCE, VAULT and SKILL of the child replace those of the same
   *       name in their place.
   *   <li>CONFIG, BIN, ADD and ENV follow the parent's, and the last one of each name is in force.
   *   <li>CAPABILITYs add to the parent's.
   * </ul>
   *
   * @param parent already merged with its own parent
   * @return the text, syntax and FROM of the child with the directives of both
   */
  public static Agentfile merge(Agentfile parent, Agentfile child) {
    return new Agentfile(
        child.source(),
        child.syntax(),
        new Agentfile.Header(
            child.from(),
            child.runtime().or(parent::runtime),
            child.model().or(parent::model),
            child.name().or(parent::name)),
        keyed(parent.contexts(), child.contexts(), Context::name),
        configs(parent, child),
        appended(parent.bins(), child.bins()),
        appended(parent.adds(), child.adds()),
        child.exec().isEmpty() ? parent.exec() : child.exec(),
        keyed(parent.labels(), child.labels()),
        keyed(parent.args(), child.args()),
        appended(parent.envs(), child.envs()),
        merge(parent.extensions(), child.extensions()));
  }

  private static Agentfile.Extensions merge(
      Agentfile.Extensions parent, Agentfile.Extensions child) {
    return new Agentfile.Extensions(
        union(parent.capabilities(), child.capabilities()),
        keyed(parent.resources(), child.resources(), Resource::name),
        keyed(parent.vaults(), child.vaults(), Vault::name),
        keyed(parent.skills(), child.skills(), Skill::name));
  }

  private static List<Config> configs(Agentfile parent, Agentfile child) {
    return child.runtime().isPresent()
        ? child.configs()
        : appended(parent.configs(), child.configs());
  }

  private static <T> List<T> keyed(List<T> parent, List<T> child, Function<T, String> key) {
    var merged = new LinkedHashMap<String, T>();
    parent.forEach(item -> merged.put(key.apply(item), item));
    child.forEach(item -> merged.put(key.apply(item), item));
    return List.copyOf(merged.values());
  }

  private static SequencedMap<String, String> keyed(
      SequencedMap<String, String> parent, SequencedMap<String, String> child) {
    var merged = new LinkedHashMap<>(parent);
    merged.putAll(child);
    return merged;
  }

  private static <T> List<T> appended(Collection<T> parent, Collection<T> child) {
    var all = new ArrayList<>(parent);
    all.addAll(child);
    return all;
  }

  private static <T> SequencedSet<T> union(Collection<T> parent, Collection<T> child) {
    var all = new LinkedHashSet<>(parent);
    all.addAll(child);
    return all;
  }
}
