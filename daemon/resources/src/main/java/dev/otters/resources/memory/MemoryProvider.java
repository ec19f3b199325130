package dev.otters.resources.memory;

import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.grant.Namespace;
import dev.otters.resources.grant.Scope;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.Input;
import dev.otters.resources.provider.ResourceCall;
import dev.otters.resources.provider.ResourceException;
import dev.otters.resources.provider.ResourceProvider;
import dev.otters.resources.provider.ResourceTool;
import dev.otters.resources.provider.ResourceToolContext;
import dev.otters.resources.provider.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Stores short texts in namespaces. A session reads its grants, what is below them and what is
 * above them, and writes to its grants and below.
 *
 * @param limits the limits on what sessions store
 */
public record MemoryProvider(MemoryLimits limits) implements ResourceProvider {
  private static final int USUAL = 20;
  private static final int MOST = 50;
  private static final int MOST_TOPICS = 100;
  private static final int PURGED = 1000;

  /** Creates a provider with the usual limits. */
  public MemoryProvider() {
    this(MemoryLimits.USUAL);
  }

  @Override
  public String kind() {
    return "memory";
  }

  @Override
  public List<String> complaints(DeclaredResource resource) {
    List<String> wrong = new ArrayList<>();
    if (resource.body().isPresent()) {
      wrong.add("kind=memory takes no YAML body");
    }
    Set<String> unknown = new TreeSet<>(resource.settings().keySet());
    unknown.remove(MemoryContext.SETTING);
    unknown.forEach(key -> wrong.add("kind=memory has no setting " + key));
    if (MemoryContext.size(resource.settings()).isEmpty()) {
      wrong.add(MemoryContext.COMPLAINT);
    }
    return wrong;
  }

  @Override
  public List<ResourceTool> tools() {
    return MemoryTools.ALL;
  }

  @Override
  public String context(Rows rows, ResourceToolContext context) {
    return MemoryContext.of(rows, context);
  }

  /** Returns the namespace of the memory that a call replaces, or of the one that it writes. */
  @Override
  public String path(Rows rows, ResourceToolContext context, ResourceCall call) {
    if (!call.operation().equals(MemoryTools.WRITE)) {
      return ResourceProvider.super.path(rows, context, call);
    }
    return Input.text(call.input(), "supersedes")
        .flatMap(id -> MemoryRows.find(rows, id))
        .map(Memory::namespace)
        .filter(context.grants()::mayRead)
        .or(call::namespace)
        .orElseGet(() -> context.grants().paths().getFirst())
        .path();
  }

  @Override
  public String read(Rows rows, ResourceToolContext context, ResourceCall call) {
    return switch (call.operation()) {
      case MemoryTools.READ -> newest(rows, context, call);
      case MemoryTools.SEARCH -> search(rows, context, call);
      case MemoryTools.TOPICS -> topics(rows, context, call);
      default -> throw new IllegalArgumentException(call.operation());
    };
  }

  @Override
  public String write(Tx tx, ResourceToolContext context, ResourceCall call) {
    MemoryDraft draft = MemoryDraft.of(call.input(), limits.bytesEach());
    Grants grants = context.grants();
    if (draft.supersedes().isPresent()) {
      return replace(tx, context, call, draft, draft.supersedes().get());
    }
    Namespace namespace = call.namespace().orElseGet(() -> grants.paths().getFirst());
    requireWritable(grants, namespace);
    return MemoryRows.same(tx, namespace, draft.text(), draft.bytes())
        .map(same -> MemoryAnswers.written("unchanged", same.id(), namespace))
        .orElseGet(() -> add(tx, context, draft, namespace));
  }

  /**
   * Replaces a memory, in its namespace, by a new one or by one that says the same. So each text is
   * there once. Ids of other sessions' memories say nothing.
   */
  private String replace(
      Tx tx, ResourceToolContext context, ResourceCall call, MemoryDraft draft, String id) {
    Memory old =
        MemoryRows.find(tx, id)
            .filter(it -> it.supersededBy().isEmpty())
            .filter(it -> context.grants().mayRead(it.namespace()))
            .orElseThrow(
                () -> ResourceException.refused("there is no memory " + id + " to replace"));
    requireWritable(context.grants(), old.namespace());
    if (call.namespace().filter(it -> !it.equals(old.namespace())).isPresent()) {
      throw ResourceException.refused(
          "memory " + id + " is in " + old.namespace() + ", and stays there");
    }
    if (draft.says(old)) {
      return MemoryAnswers.written("unchanged", old.id(), old.namespace());
    }
    Optional<Memory> same = MemoryRows.same(tx, old.namespace(), draft.text(), draft.bytes());
    Optional<Memory> known = same.filter(draft::says);
    if (known.isEmpty()) {
      requireRoom(tx, context.grants(), old.namespace(), draft);
    }
    String by =
        known
            .map(Memory::id)
            .orElseGet(() -> MemoryRows.add(tx, draft, old.namespace(), context.run()));
    Stream.concat(Stream.of(old), same.stream())
        .filter(it -> !it.id().equals(by))
        .forEach(it -> MemoryRows.supersede(tx, it, by));
    return MemoryAnswers.written("replaced " + id, by, old.namespace());
  }

  private String add(Tx tx, ResourceToolContext context, MemoryDraft draft, Namespace namespace) {
    requireRoom(tx, context.grants(), namespace, draft);
    return MemoryAnswers.written(
        "stored", MemoryRows.add(tx, draft, namespace, context.run()), namespace);
  }

  private static void requireWritable(Grants grants, Namespace namespace) {
    if (!grants.mayWrite(namespace)) {
      throw ResourceException.denied("this session may not write to " + namespace);
    }
  }

  private void requireRoom(Rows rows, Grants grants, Namespace namespace, MemoryDraft draft) {
    Namespace grant = grants.covering(namespace).orElseThrow();
    MemoryRows.Extent extent = MemoryRows.extent(rows, Scope.below(grant), limits.entries() + 1);
    if (extent.entries() >= limits.entries() || extent.bytes() + draft.bytes() > limits.bytes()) {
      throw ResourceException.refused(
          "the memory of %s is full: it holds %d memories with %d bytes, and at most %d with %d bytes. The operator can remove some"
              .formatted(
                  grant, extent.entries(), extent.bytes(), limits.entries(), limits.bytes()));
    }
  }

  private static String newest(Rows rows, ResourceToolContext context, ResourceCall call) {
    JsonNode input = call.input();
    Input.members(input, "topics", "limit");
    int limit = Input.limit(input, USUAL, MOST);
    return MemoryAnswers.of(
        MemoryRows.newest(
            rows, readable(context, call), Topics.of(input), Long.MAX_VALUE, limit + 1),
        limit);
  }

  private static String search(Rows rows, ResourceToolContext context, ResourceCall call) {
    JsonNode input = call.input();
    Input.members(input, "query", "limit");
    int limit = Input.limit(input, USUAL, MOST);
    String query =
        Input.text(input, "query")
            .flatMap(text -> Words.query("text topics", text))
            .orElseThrow(() -> ResourceException.refused("query must have at least one word"));
    return MemoryAnswers.of(
        MemoryRows.search(rows, readable(context, call), query, limit + 1), limit);
  }

  private static String topics(Rows rows, ResourceToolContext context, ResourceCall call) {
    Input.members(call.input());
    return MemoryAnswers.ofTopics(
        MemoryRows.topics(rows, readable(context, call), MemoryRows.MOST_READ, MOST_TOPICS));
  }

  /** Returns what a call may read. The daemon has checked its path before. */
  private static Scope readable(ResourceToolContext context, ResourceCall call) {
    return Scope.readable(context.grants(), call.namespace());
  }

  @Override
  public long purge(Tx tx, Namespace namespace, boolean recursive) {
    return MemoryRows.delete(tx, recursive ? Scope.below(namespace) : Scope.at(namespace), PURGED);
  }
}
