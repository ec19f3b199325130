package dev.otters.agentfile;

import java.util.List;

/** The CONFIG keys that the runtime of this release knows. Other runtimes may know others. */
public final class ConfigKeys {
  /** Maximum number of steps of a turn. */
  public static final String MAX_ITERATIONS = "max-iterations";

  /** Maximum number of turns that run at the same time, in different sessions. */
  public static final String MAX_PARALLEL_TURNS = "max-parallel-turns";

  /** Timeout of a tool call, in seconds. */
  public static final String TOOL_TIMEOUT = "tool-timeout";

  /** Timeout of a turn, in seconds. */
  public static final String TURN_TIMEOUT = "turn-timeout";

  /** Maximum number of tokens of a completion. */
  public static final String MAX_TOKENS = "max-tokens";

  /** Sampling temperature. */
  public static final String TEMPERATURE = "temperature";

  /** Nucleus sampling: the probability mass to sample from. */
  public static final String TOP_P = "top-p";

  /** Number of the likeliest tokens to sample from. */
  public static final String TOP_K = "top-k";

  /** Seed of a local model. */
  public static final String SEED = "seed";

  /** Penalty for tokens that have appeared. */
  public static final String PRESENCE_PENALTY = "presence-penalty";

  /** Penalty for tokens by how often they have appeared. */
  public static final String FREQUENCY_PENALTY = "frequency-penalty";

  /** Reasoning effort of a reasoning model. */
  public static final String REASONING_EFFORT = "reasoning-effort";

  /** Treatment of the turns that the model no longer sees: summarize or sliding. */
  public static final String MEMORY_STRATEGY = "memory-strategy";

  /** Maximum number of messages, calls and results that the model sees at the start of a turn. */
  public static final String MEMORY_MAX_MESSAGES = "memory-max-messages";

  /** Maximum number of tokens of a conversation that the model sees. */
  public static final String MEMORY_MAX_TOKENS = "memory-max-tokens";

  /** Policy for the recording of requests to models. */
  public static final String TRACE = "trace";

  /** Maximum number of tokens of a session. */
  public static final String BUDGET_SESSION_TOKENS = "budget-session-tokens";

  /** Maximum cost of a session, in US dollars. */
  public static final String BUDGET_SESSION_COST = "budget-session-cost";

  /** Maximum number of tokens of an agent. */
  public static final String BUDGET_AGENT_TOKENS = "budget-agent-tokens";

  /** Maximum cost of an agent, in US dollars. */
  public static final String BUDGET_AGENT_COST = "budget-agent-cost";

  /** Maximum number of tokens of an agent in a day. */
  public static final String BUDGET_DAY_TOKENS = "budget-day-tokens";

  /** Maximum cost of an agent in a day, in US dollars. */
  public static final String BUDGET_DAY_COST = "budget-day-cost";

  /** The models that a turn asks if its own fails for a while, in order. */
  public static final String FALLBACK_MODELS = "fallback-models";

  /** The tools whose calls the operator must allow, separated by spaces or commas. */
  public static final String ASK_TOOLS = "ask-tools";

  /** Further tools whose calls the operator must allow: the option {@code --ask}. */
  public static final String ASK_ALSO = "ask-also";

  /** Whether programs of the agent can ask models: on or off. */
  public static final String MODEL_ENDPOINT = "model-endpoint";

  /** Further models that programs of the agent can ask, in order. */
  public static final String MODEL_ENDPOINT_MODELS = "model-endpoint-models";

  /** The namespaces that new sessions may reach, with commas between them. */
  public static final String GRANTS = "grants";

  /** The scratchpads that messages bring, with commas between their ids. */
  public static final String CONTEXT_IDS = "context-ids";

  /** Whether answers are appended to the scratchpads of their messages: true or false. */
  public static final String CONTEXT_WRITE = "context-write";

  /** Whether the sessions of an agent share a sandbox: agent, or session for one each. */
  public static final String WORKSPACE_SCOPE = "workspace-scope";

  private ConfigKeys() {}

  /** Returns all keys. */
  public static List<String> all() {
    return List.of(
        MAX_ITERATIONS,
        MAX_PARALLEL_TURNS,
        TOOL_TIMEOUT,
        TURN_TIMEOUT,
        MEMORY_STRATEGY,
        MEMORY_MAX_MESSAGES,
        MEMORY_MAX_TOKENS,
        MAX_TOKENS,
        TEMPERATURE,
        TOP_P,
        TOP_K,
        SEED,
        PRESENCE_PENALTY,
        FREQUENCY_PENALTY,
        FALLBACK_MODELS,
        REASONING_EFFORT,
        TRACE,
        BUDGET_SESSION_TOKENS,
        BUDGET_SESSION_COST,
        BUDGET_AGENT_TOKENS,
        BUDGET_AGENT_COST,
        BUDGET_DAY_TOKENS,
        BUDGET_DAY_COST,
        ASK_TOOLS,
        ASK_ALSO,
        MODEL_ENDPOINT,
        MODEL_ENDPOINT_MODELS,
        GRANTS,
        CONTEXT_IDS,
        CONTEXT_WRITE,
        WORKSPACE_SCOPE);
  }
}
