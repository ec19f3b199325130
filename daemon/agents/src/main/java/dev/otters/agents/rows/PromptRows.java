package dev.otters.agents.rows;

import dev.otters.home.store.Database;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.models.chat.ToolSchema;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.sessions.conversation.PromptBlock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The table {@code prompts}: what each agent's turns read, stored when its runtime was ready. Turns
 * do not read the agent's image, which may be unreadable for a while.
 */
public final class PromptRows {
  private static final JsonMapper JSON = JsonMapper.shared();

  /** The limit on the characters of the prompts in memory. */
  private static final long KEPT = 4 << 20;

  private final Database database;

  /** The prompts that were read last, since each turn reads its agent's. */
  private final SequencedMap<UUID, Kept> recent = new LinkedHashMap<>(16, 0.75f, true);

  private long size;

  /** A prompt in memory, with the length of its text. */
  private record Kept(Prompt prompt, long length) {}

  /** Creates the table's interface. */
  public PromptRows(Database database) {
    this.database = database;
  }

  /**
   * The prompt of an agent.
   *
   * @param blocks the sections of the system prompt, in order
   * @param tools the tools that the model may call
   * @param configs the CONFIG values as text
   * @param secrets the values of the secret variables that the image declares; null in the rows of
   *     earlier releases
   * @param resources the resources of the image; null in the rows of earlier releases
   * @param descriptions the descriptions of the image's CONTEXTs by their names; null in the rows
   *     of earlier releases
   * @param coming the resources that the agent has from its next start on, since its definition was
   *     changed while it did not run; null if there are no others
   */
  public record Prompt(
      List<PromptBlock> blocks,
      List<ToolSchema> tools,
      Map<String, String> configs,
      @Nullable List<String> secrets,
      @Nullable List<DeclaredResource> resources,
      @Nullable Map<String, String> descriptions,
      @Nullable List<DeclaredResource> coming) {
    /** Copies the collections. */
    public Prompt {
      blocks = List.copyOf(blocks);
      tools = List.copyOf(tools);
      configs = Map.copyOf(configs);
      resources = resources == null ? null : List.copyOf(resources);
      secrets = secrets == null ? null : List.copyOf(secrets);
      descriptions = descriptions == null ? null : Map.copyOf(descriptions);
      coming = coming == null ? null : List.copyOf(coming);
    }

    /** Creates the prompt of an agent whose definition was not changed since it was ready. */
    public Prompt(
        List<PromptBlock> blocks,
        List<ToolSchema> tools,
        Map<String, String> configs,
        @Nullable List<String> secrets,
        @Nullable List<DeclaredResource> resources,
        @Nullable Map<String, String> descriptions) {
      this(blocks, tools, configs, secrets, resources, descriptions, null);
    }

    private Prompt coming(List<DeclaredResource> next) {
      return new Prompt(blocks, tools, configs, secrets, resources, descriptions, next);
    }

    /** Returns the resources of the next turn, and those after the next start if they differ. */
    public List<List<DeclaredResource>> declared() {
      return Stream.of(resources, coming).filter(Objects::nonNull).toList();
    }
  }

  /**
   * Replaces the prompt of an agent. On a full disk only an unchanged prompt is accepted, so an
   * agent can start again.
   */
  public void save(UUID agent, Prompt prompt) {
    if (find(agent).equals(Optional.of(prompt))) {
      return;
    }
    String text = JSON.writeValueAsString(prompt);
    int unused =
        database.add(
            tx -> {
              tx.afterCommit(() -> replace(agent, text));
              return tx.execute(
                  "INSERT INTO prompts(agent, prompt) VALUES(?, ?) ON CONFLICT(agent) DO UPDATE SET"
                      + " prompt = excluded.prompt",
                  agent,
                  text);
            });
  }

  /** Stores which resources an agent has from its next start on, if it had a prompt before. */
  public void announce(Tx tx, UUID agent, List<DeclaredResource> coming) {
    Optional<Prompt> changed = find(tx, agent).map(prompt -> prompt.coming(coming));
    if (changed.isPresent()) {
      String text = JSON.writeValueAsString(changed.get());
      tx.execute("UPDATE prompts SET prompt = ? WHERE agent = ?", text, agent);
      tx.afterCommit(() -> replace(agent, text));
    }
  }

  /** Returns the prompt of an agent; empty if its runtime was never ready. */
  public Optional<Prompt> find(UUID agent) {
    return kept(agent).or(() -> database.read(rows -> find(rows, agent)));
  }

  /** Returns the same within a transaction. */
  public Optional<Prompt> find(Rows rows, UUID agent) {
    return kept(agent).or(() -> text(rows, agent).map(text -> keep(agent, text)));
  }

  private static Optional<String> text(Rows rows, UUID agent) {
    return rows.first(
        "SELECT prompt FROM prompts WHERE agent = ?", row -> row.text("prompt"), agent);
  }

  private synchronized Optional<Prompt> kept(UUID agent) {
    return Optional.ofNullable(recent.get(agent)).map(Kept::prompt);
  }

  private synchronized void replace(UUID agent, String text) {
    drop(agent);
    Prompt unused = keep(agent, text);
  }

  /** Keeps a prompt that was read, unless a newer one was stored meanwhile, and forgets others. */
  private synchronized Prompt keep(UUID agent, String text) {
    if (!recent.containsKey(agent)) {
      recent.put(agent, new Kept(JSON.readValue(text, Prompt.class), text.length()));
      size += text.length();
    }
    while (size > KEPT && recent.size() > 1) {
      size -= recent.pollFirstEntry().getValue().length();
    }
    return kept(agent).orElseThrow();
  }

  private synchronized void drop(UUID agent) {
    Kept dropped = recent.remove(agent);
    size -= dropped == null ? 0 : dropped.length();
  }

  /** Removes the prompt of a removed agent. */
  public void delete(Tx tx, UUID agent) {
    tx.execute("DELETE FROM prompts WHERE agent = ?", agent);
    tx.afterCommit(() -> drop(agent));
  }
}
