package dev.otters.agents.rows;

import dev.otters.home.store.Database;
import dev.otters.home.store.Tx;
import dev.otters.protocol.Block;
import dev.otters.protocol.ToolSchema;
import java.util.List;
import java.util.UUID;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The table {@code prompts}: the prompt that the runtime of each agent generated when it started.
 */
public record PromptRows(Database database) {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final TypeReference<List<Block>> BLOCKS = new TypeReference<>() {};
  private static final TypeReference<List<ToolSchema>> TOOLS = new TypeReference<>() {};

  /**
   * The prompt that a runtime generated.
   *
   * @param blocks the sections of the system prompt
   * @param tools the tools that the model may call
   */
  public record Prompt(List<Block> blocks, List<ToolSchema> tools) {
    static final Prompt NONE = new Prompt(List.of(), List.of());
  }

  /** Replaces the prompt of an agent. */
  public void save(UUID agent, Prompt prompt) {
    database.update(
        tx ->
            tx.execute(
                "INSERT INTO prompts(agent, blocks, tools) VALUES(?, ?, ?) ON CONFLICT(agent) DO"
                    + " UPDATE SET blocks = excluded.blocks, tools = excluded.tools",
                agent,
                JSON.writeValueAsString(prompt.blocks()),
                JSON.writeValueAsString(prompt.tools())));
  }

  /** Returns the prompt of an agent, without sections if its runtime was never ready. */
  public Prompt find(UUID agent) {
    return database.read(
        rows ->
            rows.first(
                    "SELECT blocks, tools FROM prompts WHERE agent = ?",
                    row ->
                        new Prompt(
                            JSON.readValue(row.text("blocks"), BLOCKS),
                            JSON.readValue(row.text("tools"), TOOLS)),
                    agent)
                .orElse(Prompt.NONE));
  }

  /** Removes the prompt of a removed agent. */
  public static void delete(Tx tx, UUID agent) {
    tx.execute("DELETE FROM prompts WHERE agent = ?", agent);
  }
}
