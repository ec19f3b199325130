package dev.otters.sessions.conversation;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.otters.home.store.Rows;
import dev.otters.home.store.StoreException;
import dev.otters.home.store.Tx;
import dev.otters.home.text.RecentTexts;
import dev.otters.home.text.Sha256;
import dev.otters.models.chat.ToolSchema;
import dev.otters.resources.GrantedResources;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.EventLog;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** Stores the contexts of turns and their texts, each once, by SHA-256. */
public final class Contexts {
  private static final String SEPARATOR = "\n\n---\n\n";
  private static final TypeReference<List<ToolSchema>> TOOLS = new TypeReference<>() {};
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .disable(MapperFeature.SORT_CREATOR_PROPERTIES_FIRST)
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_ABSENT))
          .build();

  /** The limit on the characters of texts in each cache. */
  private static final long KEPT = 4 << 20;

  private static final RecentTexts<String> HASHES = new RecentTexts<>(KEPT, Sha256::of);
  private static final RecentTexts<List<ToolSchema>> SCHEMAS =
      new RecentTexts<>(KEPT, text -> List.copyOf(JSON.readValue(text, TOOLS)));

  private static final RecentTexts<TurnContext> CONTEXTS =
      new RecentTexts<>(KEPT, text -> JSON.readValue(text, TurnContext.class));

  private Contexts() {}

  /** Removes the texts that no context of an attempt names. */
  public static void sweep(Tx tx) {
    tx.execute(
        "WITH contexts(hash) AS (SELECT context FROM activations WHERE context IS NOT NULL UNION"
            + " SELECT body ->> '$.context' FROM events INDEXED BY events_of_attempts WHERE type ="
            + " 'turn.started' AND body ->> '$.context' IS NOT NULL) DELETE FROM blobs WHERE hash"
            + " NOT IN (SELECT hash FROM contexts UNION SELECT c.body ->> '$.tools' FROM contexts"
            + " JOIN blobs c USING (hash) UNION SELECT c.body ->> '$.schema' FROM contexts JOIN"
            + " blobs c USING (hash) WHERE c.body ->> '$.schema' IS NOT NULL UNION SELECT c.body"
            + " ->> '$.clientTools' FROM contexts JOIN blobs c USING (hash) WHERE c.body ->>"
            + " '$.clientTools' IS NOT NULL UNION SELECT b.value"
            + " ->> '$.hash' FROM contexts JOIN blobs c USING (hash), json_each(c.body, '$.blocks')"
            + " b)");
  }

  /**
   * A context with its texts.
   *
   * @param tools the tools of the agent, then those of the client
   * @param clientTools the schemas of the client's tools, by name
   */
  public record Loaded(
      TurnContext context,
      String systemPrompt,
      List<ToolSchema> tools,
      Optional<String> schema,
      Map<String, String> clientTools) {}

  /** Stores the context of an attempt that was just leased, and returns its hash. */
  public static String save(Tx tx, ActivationRow turn, TurnSetup setup, TurnContext.Window window) {
    List<TurnContext.BlockRef> blocks =
        setup.blocks().stream()
            .map(
                block ->
                    new TurnContext.BlockRef(block.name(), block.origin(), put(tx, block.text())))
            .toList();
    TurnContext context =
        new TurnContext(
            setup.settings(),
            blocks,
            put(tx, json(setup.tools())),
            window,
            schema(tx, turn).map(schema -> put(tx, schema)),
            Optional.of(setup.clientTools())
                .filter(tools -> !tools.isEmpty())
                .map(tools -> put(tx, json(tools))),
            Optional.of(setup.resources()).filter(it -> !it.equals(GrantedResources.NONE)));
    return save(tx, turn, context);
  }

  /** Returns the schema that the newest message of a turn brought. */
  private static Optional<String> schema(Tx tx, ActivationRow turn) {
    return tx.first(
            "SELECT body -> '$.schema' AS schema FROM events INDEXED BY events_pending WHERE"
                + " session = ? AND "
                + EventLog.PENDING
                + " AND activation = ? ORDER BY seq DESC LIMIT 1",
            row -> row.maybeText("schema"),
            turn.session(),
            turn.id())
        .flatMap(schema -> schema);
  }

  /** Replaces the context of an attempt, and returns its hash. */
  public static String save(Tx tx, ActivationRow turn, TurnContext context) {
    String hash = put(tx, JSON.writeValueAsString(context));
    tx.execute("UPDATE activations SET context = ? WHERE id = ?", hash, turn.id());
    return hash;
  }

  /**
   * Returns the setup of a turn with what it keeps from its first attempt on: the sections of
   * CONTEXTs and of durable files, and the tools of servers.
   *
   * @param wake whether the turn answers a wake
   */
  public static TurnSetup kept(Rows rows, ActivationRow turn, TurnSetup setup, boolean wake) {
    Optional<TurnContext> last =
        rows.first(
                "SELECT context FROM activations WHERE id = ?",
                row -> row.maybeText("context"),
                turn.id())
            .flatMap(hash -> hash)
            .map(hash -> context(rows, hash));
    GrantedResources resources =
        last.flatMap(TurnContext::resources)
            .map(setup.resources()::keeping)
            .orElse(setup.resources());
    return setup.with(resources).with(last.map(it -> kept(rows, it)), wake);
  }

  private static List<PromptBlock> kept(Rows rows, TurnContext last) {
    return last.blocks().stream()
        .filter(block -> block.origin().isKept())
        .map(block -> new PromptBlock(block.name(), block.origin(), get(rows, block.hash())))
        .toList();
  }

  /** Returns the context of the current attempt. */
  public static Loaded load(Rows rows, ActivationRow turn) {
    return load(rows, hash(rows, turn));
  }

  /** Returns whether the current attempt has a context: one that asks no model has none. */
  public static boolean any(Rows rows, ActivationRow turn) {
    return rows.any("SELECT 1 FROM activations WHERE id = ? AND context IS NOT NULL", turn.id());
  }

  /** Returns the hash of the context of the current attempt. */
  static String hash(Rows rows, ActivationRow turn) {
    return rows.first(
            "SELECT context FROM activations WHERE id = ?", row -> row.text("context"), turn.id())
        .orElseThrow();
  }

  /** Returns the settings in the context of a hash. */
  public static TurnSettings settings(Rows rows, String hash) {
    return context(rows, hash).settings();
  }

  /** Returns the context of a hash, without its texts. */
  public static TurnContext context(Rows rows, String hash) {
    return CONTEXTS.of(get(rows, hash));
  }

  /** Returns the context of a hash. */
  public static Loaded load(Rows rows, String hash) {
    TurnContext context = context(rows, hash);
    List<ToolSchema> ofAgent = tools(get(rows, context.tools()));
    List<ToolSchema> ofClient =
        context.clientTools().map(tools -> tools(get(rows, tools))).orElse(List.of());
    return new Loaded(
        context,
        systemPrompt(rows, context),
        ofClient.isEmpty() ? ofAgent : Stream.concat(ofAgent.stream(), ofClient.stream()).toList(),
        context.schema().map(schema -> get(rows, schema)),
        ofClient.stream().collect(Collectors.toMap(ToolSchema::name, ToolSchema::parametersJson)));
  }

  /** Reads the schemas of tools. */
  public static List<ToolSchema> tools(String json) {
    return SCHEMAS.of(json);
  }

  /** Returns the system prompt of a context. */
  public static String systemPrompt(Rows rows, TurnContext context) {
    List<String> sections =
        context.blocks().stream().map(block -> get(rows, block.hash())).toList();
    return String.join(SEPARATOR, sections);
  }

  /** Returns the schemas of tools as canonical JSON. */
  public static String json(List<ToolSchema> tools) {
    return JSON.writeValueAsString(tools);
  }

  /** Returns a context by its hash, as canonical JSON. */
  public static String text(Rows rows, String hash) {
    return get(rows, hash);
  }

  /** Returns the size of a text in bytes. */
  public static long size(Rows rows, String hash) {
    return rows.number("SELECT octet_length(body) AS n FROM blobs WHERE hash = ?", hash);
  }

  /** Stores a text unless it is there, and returns its hash in hex. */
  private static String put(Tx tx, String text) {
    String hash = HASHES.of(text);
    if (!tx.any("SELECT 1 FROM blobs WHERE hash = ?", hash)) {
      tx.execute("INSERT INTO blobs(hash, body) VALUES(?, ?)", hash, text);
    }
    return hash;
  }

  /** Returns the text of a hash. */
  private static String get(Rows rows, String hash) {
    return rows.first("SELECT body FROM blobs WHERE hash = ?", row -> row.text("body"), hash)
        .orElseThrow(() -> StoreException.unknown("blob", hash));
  }
}
