package dev.otters.agents.setup;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ConfigKeys;
import dev.otters.agentfile.ConfigValue;
import dev.otters.agents.image.DeclaredResources;
import dev.otters.models.weights.LocalModels;
import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.SandboxModels;
import dev.otters.protocol.TurnOptions;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.scratch.ContextIds;
import dev.otters.sessions.approval.Gate;
import dev.otters.sessions.budget.BudgetSettings;
import dev.otters.sessions.conversation.Memory;
import dev.otters.sessions.trace.TracePolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The CONFIG keys that limit the turns of an agent; times are in seconds. */
public final class TurnConfig {
  private static final Map<String, Integer> DEFAULTS =
      Map.of(
          ConfigKeys.TOOL_TIMEOUT,
          120,
          ConfigKeys.TURN_TIMEOUT,
          1800,
          ConfigKeys.MAX_ITERATIONS,
          20,
          ConfigKeys.MAX_PARALLEL_TURNS,
          AgentSetup.DEFAULT_PARALLEL_TURNS);

  /** The limits of a conversation, of which 0 is none. */
  private static final List<String> MEMORY_LIMITS =
      List.of(ConfigKeys.MEMORY_MAX_MESSAGES, ConfigKeys.MEMORY_MAX_TOKENS);

  /** The settings of models that are any number; each provider has its own range. */
  private static final List<String> NUMBERS =
      List.of(
          ConfigKeys.TEMPERATURE,
          ConfigKeys.TOP_P,
          ConfigKeys.PRESENCE_PENALTY,
          ConfigKeys.FREQUENCY_PENALTY);

  private static final List<String> COUNTS = List.of(ConfigKeys.MAX_TOKENS, ConfigKeys.TOP_K);

  /** The scope of a workspace that each session has for itself. */
  public static final String SESSION = "session";

  private static final String SUMMARIZE = "summarize";
  private static final String SLIDING = "sliding";
  private static final List<String> STRATEGIES = List.of(SUMMARIZE, SLIDING);
  private static final int MOST = 1_000_000;

  /** The most turns of an agent at a time. The runtime has the same limit. */
  private static final int MOST_PARALLEL_TURNS = 64;

  private static final Pattern USABLE = Pattern.compile("[1-9][0-9]{0,6}");
  private static final Pattern COUNT = Pattern.compile("\\s*|0*[1-9][0-9]{0,8}");
  private static final Pattern NUMBER =
      Pattern.compile("\\s*|[+-]?([0-9]{1,9}(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]{1,2})?");

  private final Map<String, ConfigValue> configs;

  public TurnConfig(Agentfile agentfile) {
    this(withToolsApart(agentfile));
  }

  private static Map<String, ConfigValue> withToolsApart(Agentfile agentfile) {
    Map<String, ConfigValue> all = new LinkedHashMap<>(agentfile.effectiveConfigs());
    List<String> tools = DeclaredResources.apart(agentfile);
    if (tools.isEmpty()) {
      all.remove(Gate.VAULT_TOOLS);
    } else {
      all.put(Gate.VAULT_TOOLS, new ConfigValue.Text(String.join(" ", tools)));
    }
    return all;
  }

  private TurnConfig(Map<String, ConfigValue> configs) {
    this.configs = configs;
  }

  /** Reads what {@link #texts} returned. */
  public static TurnConfig of(Map<String, String> texts) {
    Map<String, ConfigValue> configs = new LinkedHashMap<>();
    texts.forEach((key, text) -> configs.put(key, new ConfigValue.Text(text)));
    return new TurnConfig(configs);
  }

  /** Returns the problems with the values. */
  public List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    DEFAULTS.keySet().stream()
        .sorted()
        .filter(key -> configs.containsKey(key) && usable(configs.get(key)).isEmpty())
        .forEach(
            key -> complaints.add("CONFIG " + key + " must be a whole number from 1 to " + MOST));
    MEMORY_LIMITS.stream()
        .filter(
            key -> configs.containsKey(key) && !isOff(key) && usable(configs.get(key)).isEmpty())
        .forEach(
            key -> complaints.add("CONFIG " + key + " must be a whole number from 0 to " + MOST));
    complain(complaints, NUMBERS, NUMBER, "a number");
    complain(complaints, COUNTS, COUNT, "a whole number, 1 or greater");
    if (!STRATEGIES.containsAll(strategy().stream().toList())) {
      complaints.add("CONFIG memory-strategy must be summarize or sliding");
    }
    Optional.ofNullable(configs.get(ConfigKeys.TRACE))
        .filter(policy -> TracePolicy.named(policy.text()).isEmpty())
        .ifPresent(policy -> complaints.add("CONFIG trace must be full, redacted, sizes or off"));
    complaints.addAll(budgets().complaints());
    for (String key : List.of(ConfigKeys.FALLBACK_MODELS, ConfigKeys.MODEL_ENDPOINT_MODELS)) {
      if (!models(key).stream().allMatch(TurnConfig::isModel)) {
        complaints.add("CONFIG " + key + " must be provider/model, separated by commas");
      }
    }
    Optional.ofNullable(configs.get(ConfigKeys.GRANTS))
        .flatMap(value -> complaint(ConfigKeys.GRANTS, () -> Grants.parse(value.text())))
        .ifPresent(complaints::add);
    Optional.ofNullable(configs.get(ConfigKeys.CONTEXT_IDS))
        .flatMap(value -> complaint(ConfigKeys.CONTEXT_IDS, () -> ContextIds.parse(value.text())))
        .ifPresent(complaints::add);
    Optional.ofNullable(configs.get(ConfigKeys.CONTEXT_WRITE))
        .filter(value -> !List.of("true", "false").contains(value.text()))
        .ifPresent(value -> complaints.add("CONFIG context-write must be true or false"));
    Optional.ofNullable(configs.get(ConfigKeys.WORKSPACE_SCOPE))
        .filter(value -> !List.of("agent", SESSION).contains(value.text()))
        .ifPresent(value -> complaints.add("CONFIG workspace-scope must be agent or session"));
    Optional.ofNullable(configs.get(ConfigKeys.MODEL_ENDPOINT))
        .filter(value -> !List.of(SandboxModels.ON, "off").contains(value.text()))
        .ifPresent(value -> complaints.add("CONFIG model-endpoint must be on or off"));
    return complaints;
  }

  private static Optional<String> complaint(String key, Supplier<?> value) {
    try {
      Object unused = value.get();
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of("CONFIG " + key + ": " + e.getMessage());
    }
  }

  private void complain(List<String> complaints, List<String> keys, Pattern form, String words) {
    for (String key : keys) {
      ConfigValue value = configs.get(key);
      if (value != null && !form.matcher(value.text()).matches()) {
        complaints.add("CONFIG " + key + " must be " + words);
      }
    }
  }

  /** Returns the models to ask when another one fails for a while, in order; empty for none. */
  public List<String> models() {
    return models(ConfigKeys.FALLBACK_MODELS);
  }

  /** Returns the models besides its own that programs of the agent may ask; empty for none. */
  public List<String> endpointModels() {
    return models(ConfigKeys.MODEL_ENDPOINT_MODELS);
  }

  private List<String> models(String key) {
    return Optional.ofNullable(configs.get(key))
        .map(ConfigValue::text)
        .filter(text -> !text.isBlank())
        .map(text -> Stream.of(text.split(",", -1)).map(String::strip).toList())
        .orElse(List.of());
  }

  private static boolean isModel(String name) {
    return name.indexOf('/') > 0 && !name.endsWith("/");
  }

  /**
   * Returns what happens to the turns that the model no longer sees. Without a setting, a model on
   * this machine does not summarize them: it would read all of them again, which takes minutes.
   *
   * @param model {@code provider/model}
   */
  public Memory memory(String model) {
    boolean local = model.startsWith(LocalModels.PROVIDER + "/");
    return new Memory(
        strategy().orElse(local ? SLIDING : SUMMARIZE).equals(SUMMARIZE),
        limit(ConfigKeys.MEMORY_MAX_MESSAGES),
        limit(ConfigKeys.MEMORY_MAX_TOKENS));
  }

  private Optional<String> strategy() {
    return Optional.ofNullable(configs.get(ConfigKeys.MEMORY_STRATEGY)).map(ConfigValue::text);
  }

  private boolean isOff(String key) {
    return Optional.ofNullable(configs.get(key)).map(ConfigValue::text).equals(Optional.of("0"));
  }

  private int limit(String key) {
    return Optional.ofNullable(configs.get(key)).flatMap(TurnConfig::usable).orElse(0);
  }

  /** Returns the budgets. */
  public BudgetSettings budgets() {
    return new BudgetSettings(texts());
  }

  public int maxIterations() {
    return number(ConfigKeys.MAX_ITERATIONS);
  }

  public TurnOptions limits() {
    return new TurnOptions(millis(ConfigKeys.TOOL_TIMEOUT), millis(ConfigKeys.TURN_TIMEOUT));
  }

  /** Returns how many turns may run at the same time. */
  public int maxParallelTurns() {
    return Math.min(number(ConfigKeys.MAX_PARALLEL_TURNS), MOST_PARALLEL_TURNS);
  }

  /** Returns all values as text. */
  public Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    configs.forEach((key, value) -> texts.put(key, value.text()));
    return texts;
  }

  private int number(String key) {
    return Optional.ofNullable(configs.get(key))
        .flatMap(TurnConfig::usable)
        .orElseGet(() -> DEFAULTS.getOrDefault(key, 1));
  }

  private long millis(String key) {
    return Duration.ofSeconds(number(key)).toMillis();
  }

  /** Reads a number; older images hold every value as text. */
  private static Optional<Integer> usable(ConfigValue value) {
    boolean number =
        switch (value) {
          case ConfigValue.Int(long any) -> any >= 1 && any <= MOST;
          case ConfigValue.Text(String text) -> USABLE.matcher(text).matches();
          case ConfigValue.Bool(boolean any) -> false;
          case ConfigValue.Decimal(double any) -> false;
        };
    return Optional.of(value)
        .filter(it -> number)
        .map(it -> Integer.valueOf(it.text()))
        .filter(it -> it <= MOST);
  }
}
