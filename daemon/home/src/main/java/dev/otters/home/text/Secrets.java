package dev.otters.home.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * The table of the secret values that a daemon knows, and the redactor of its texts. The keys of
 * providers, the vaults and the passwords of registries are hidden everywhere. The values that an
 * agent was given are hidden in its own texts and in those of the daemon, but not in those of other
 * agents, which could check guesses with them. The values that its image declares are hidden in its
 * own texts only, since an image could hide messages of the daemon with them. Thread-safe.
 */
public final class Secrets implements AutoCloseable {
  /** The limit on the characters of passwords; the oldest are forgotten first. */
  private static final int MOST_PASSWORDS = 128 << 10;

  private static final Set<Secrets> OPEN = ConcurrentHashMap.newKeySet();

  private final UnaryOperator<String> tokens;
  private List<String> keys = List.of();
  private List<String> vaults = List.of();
  private final SequencedSet<String> passwords = new LinkedHashSet<>();
  private final Map<UUID, List<String>> agents = new HashMap<>();
  private final Map<UUID, List<String>> declared = new HashMap<>();

  /** Hides the values that are hidden everywhere. */
  private Redactor common = new Redactor(List.of());

  /** The redactors of the values of agents, that of the daemon's texts without an agent. */
  private final Map<Optional<UUID>, Redactor> redactors = new HashMap<>();

  /**
   * Creates an empty table, which {@link #hide} uses until it is closed.
   *
   * @param tokens hides the tokens that the daemon issues, which it does not keep
   */
  public Secrets(UnaryOperator<String> tokens) {
    this.tokens = tokens;
    OPEN.add(this);
  }

  /** Hides the values of all open tables, except those of images, in a text of the daemon. */
  public static String hide(String text) {
    String clean = text;
    for (Secrets table : OPEN) {
      clean = table.redact(Optional.empty(), clean);
    }
    return clean;
  }

  /**
   * Returns what hides the values that an agent's texts must not contain. Parts of values that the
   * agent does not have stay: it could print guesses with a note of a cut, and so find a value
   * character by character.
   */
  public UnaryOperator<String> of(UUID agent) {
    return text -> tokens.apply(redactor(Optional.of(agent)).redact(common().redactWhole(text)));
  }

  /** Returns the same for a text of a program that has such a value, also where it was cut. */
  public UnaryOperator<String> ofGated(UUID agent) {
    return text -> redact(Optional.of(agent), text);
  }

  /** Hides the values in a piece of a line of an agent, and their parts where the line was cut. */
  public String hideInPiece(UUID agent, String piece, boolean cutBefore, boolean cutAfter) {
    String clean = common().redactPiece(piece, cutBefore, cutAfter);
    return tokens.apply(redactor(Optional.of(agent)).redactPiece(clean, cutBefore, cutAfter));
  }

  private String redact(Optional<UUID> agent, String text) {
    return tokens.apply(redactor(agent).redact(common().redact(text)));
  }

  private synchronized Redactor common() {
    return common;
  }

  private void enterCommon() {
    List<String> values = new ArrayList<>(keys);
    values.addAll(vaults);
    values.addAll(passwords);
    common = new Redactor(values);
  }

  private synchronized Redactor redactor(Optional<UUID> agent) {
    return redactors.computeIfAbsent(
        agent,
        _ -> {
          List<String> values = new ArrayList<>();
          agents.forEach(
              (owner, own) ->
                  values.addAll(agent.isEmpty() || agent.get().equals(owner) ? own : List.of()));
          agent.ifPresent(own -> values.addAll(declared.getOrDefault(own, List.of())));
          return new Redactor(values);
        });
  }

  /** Replaces the keys of the providers. */
  public synchronized void keys(Collection<String> values) {
    keys = List.copyOf(values);
    enterCommon();
  }

  /** Replaces the values of the vaults. */
  public synchronized void vaults(Collection<String> values) {
    if (!vaults.equals(List.copyOf(values))) {
      vaults = List.copyOf(values);
      enterCommon();
    }
  }

  /** Adds passwords that a request carries. */
  public synchronized void passwords(Collection<String> values) {
    boolean added = false;
    for (String value : values) {
      added |= passwords.add(value);
    }
    int size = passwords.stream().mapToInt(String::length).sum();
    while (size > MOST_PASSWORDS) {
      size -= passwords.removeFirst().length();
    }
    if (added) {
      enterCommon();
    }
  }

  /** Replaces the values that an agent was given. */
  public synchronized void agent(UUID agent, Collection<String> values) {
    if (!List.copyOf(values).equals(agents.put(agent, List.copyOf(values)))) {
      redactors.remove(Optional.<UUID>empty());
      redactors.remove(Optional.of(agent));
    }
  }

  /** Replaces the values that an agent's image declares. */
  public synchronized void declared(UUID agent, Collection<String> values) {
    declared.put(agent, List.copyOf(values));
    redactors.remove(Optional.of(agent));
  }

  /** Forgets a removed agent. */
  public synchronized void forget(UUID agent) {
    agent(agent, List.of());
    agents.remove(agent);
    declared.remove(agent);
    redactors.remove(Optional.of(agent));
  }

  @Override
  public void close() {
    OPEN.remove(this);
  }
}
