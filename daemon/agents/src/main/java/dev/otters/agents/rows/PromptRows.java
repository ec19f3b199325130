package dev.otters.agents.rows;

import dev.otters.home.store.Database;
import dev.otters.home.store.Tx;
import dev.otters.home.text.RecentTexts;
import dev.otters.models.chat.ToolSchema;
import dev.otters.sessions.conversation.PromptBlock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The table {@code prompts}: what each agent's turns read, stored when its runtime was ready. Turns
 * do not read the agent's image, which may be unreadable for a while.
 */
public final class PromptRows {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final long KEPT = 4 << 20;

  private final Database database;
  private final RecentTexts<Prompt> parsed =
      new RecentTexts<>(KEPT, text -> JSON.readValue(text, Prompt.class));

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
   */
  public record Prompt(
      List<PromptBlock> blocks,
      List<ToolSchema> tools,
      Map<String, String> configs,
      @Nullable List<String> secrets) {
    /** Copies the collections. */
    public Prompt {
      blocks = List.copyOf(blocks);
      tools = List.copyOf(tools);
      configs = Map.copyOf(configs);
      secrets = secrets == null ? null : List.copyOf(secrets);
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
    int unused =
        database.add(
            tx ->
                tx.execute(
                    "INSERT INTO prompts(agent, prompt) VALUES(?, ?) ON CONFLICT(agent) DO UPDATE"
                        + " SET prompt = excluded.prompt",
                    agent,
                    JSON.writeValueAsString(prompt)));
  }

  /** Returns the prompt of an agent; empty if its runtime was never ready. */
  public Optional<Prompt> find(UUID agent) {
    return database.read(
        rows ->
            rows.first(
                "SELECT prompt FROM prompts WHERE agent = ?",
                row -> parsed.of(row.text("prompt")),
                agent));
  }

  /** Removes the prompt of a removed agent. */
  public static void delete(Tx tx, UUID agent) {
    tx.execute("DELETE FROM prompts WHERE agent = ?", agent);
  }
}
