package dev.otters.resources;

import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.resources.files.FilesProvider;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.grant.Namespace;
import dev.otters.resources.mcp.McpProvider;
import dev.otters.resources.memory.MemoryProvider;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.FoundTool;
import dev.otters.resources.provider.FoundTools;
import dev.otters.resources.provider.ResourceCall;
import dev.otters.resources.provider.ResourceException;
import dev.otters.resources.provider.ResourceMode;
import dev.otters.resources.provider.ResourceProvider;
import dev.otters.resources.provider.ResourceTool;
import dev.otters.resources.provider.ResourceToolContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The providers of this release, and the checks before each of their calls.
 *
 * @param providers each with another kind
 */
public record Resources(List<ResourceProvider> providers) {
  /** The providers that Otters ships. */
  public static final Resources SHIPPED =
      new Resources(List.of(new MemoryProvider(), new FilesProvider(), new McpProvider()));

  /** The limit of vendors on the name of a tool. */
  private static final int LONGEST_NAME = 64;

  /** Copies the list. */
  public Resources {
    providers = List.copyOf(providers);
  }

  /** A tool with the resource that has it. */
  public record Offered(DeclaredResource resource, ResourceTool tool) {
    /** Returns the name that the model calls. */
    public String name() {
      return resource.toolName(tool.operation());
    }

    private boolean allowed() {
      return resource.mode().includes(tool.mode());
    }

    private boolean writes() {
      return tool.mode() == ResourceMode.READ_WRITE;
    }
  }

  /** The text that a turn learns of a resource; never blank. */
  public record Section(DeclaredResource resource, String text) {}

  /** A problem with a declaration, a sentence without its end. */
  public record Complaint(DeclaredResource resource, String text) {}

  /** Returns whether a provider serves a kind. */
  public boolean serves(String kind) {
    return provider(kind).isPresent();
  }

  private Optional<ResourceProvider> provider(String kind) {
    return providers.stream().filter(provider -> provider.kind().equals(kind)).findFirst();
  }

  /**
   * Returns what a resource leads to: its kind, a colon, and what its provider says. Without
   * blanks.
   */
  String place(DeclaredResource resource) {
    return resource.kind()
        + ":"
        + provider(resource.kind()).map(it -> it.place(resource)).orElse("");
  }

  /**
   * Returns whether two resources are certainly the same: their places are, and so is what their
   * places leave out, such as the query of an address.
   */
  boolean isSame(DeclaredResource one, DeclaredResource other) {
    return place(one).equals(place(other))
        && one.settings().equals(other.settings())
        && one.body().equals(other.body());
  }

  /**
   * Returns resources with what their servers offer, except tools whose names others have.
   *
   * @param offered the tools of servers, by the names of their resources
   * @param taken the names of the agent's other tools
   */
  public GrantedResources with(
      GrantedResources declared, Map<String, FoundTools> offered, Collection<String> taken) {
    Set<String> names = new HashSet<>(taken);
    names.addAll(names(declared));
    Map<String, FoundTools> usable = new TreeMap<>();
    for (DeclaredResource resource : declared.resources()) {
      Optional.ofNullable(offered.get(resource.name()))
          .map(it -> it.without(name -> isLong(resource.toolName(name)), "its name is too long"))
          .map(it -> it.without(name -> !names.add(resource.toolName(name)), "its name is taken"))
          .ifPresent(found -> usable.put(resource.name(), found));
    }
    return declared.with(usable);
  }

  private static boolean isLong(String name) {
    return name.length() > LONGEST_NAME;
  }

  /** Returns the tools that a turn may call; none without grants. */
  public List<Offered> tools(GrantedResources granted) {
    return granted.isEmpty() ? List.of() : all(granted).filter(Offered::allowed).toList();
  }

  /** Returns whether a call of this name is for a resource, though perhaps not allowed. */
  public boolean owns(GrantedResources granted, String name) {
    return all(granted).anyMatch(tool -> tool.name().equals(name));
  }

  /** Returns the names of all tools of resources, also of those that a turn may not call. */
  public List<String> names(GrantedResources granted) {
    return all(granted).map(Offered::name).toList();
  }

  private Stream<Offered> all(GrantedResources granted) {
    return granted.resources().stream()
        .flatMap(
            resource ->
                Stream.concat(
                    all(resource),
                    granted.found(resource).tools().stream()
                        .map(found -> new Offered(resource, found.tool()))));
  }

  private Stream<Offered> all(DeclaredResource resource) {
    return provider(resource.kind()).stream()
        .flatMap(provider -> provider.tools().stream())
        .map(tool -> new Offered(resource, tool));
  }

  /**
   * Returns what is wrong with the resources of an agent. Those without a provider have no effect.
   *
   * @param taken the names of the agent's other tools
   */
  public List<Complaint> complaints(List<DeclaredResource> resources, Collection<String> taken) {
    List<Complaint> wrong = new ArrayList<>();
    Set<String> names = new HashSet<>(taken);
    for (DeclaredResource resource : resources) {
      provider(resource.kind()).stream()
          .flatMap(provider -> provider.complaints(resource).stream())
          .forEach(text -> wrong.add(new Complaint(resource, text)));
      all(resource)
          .map(Offered::name)
          .filter(name -> !names.add(name))
          .findFirst()
          .map(name -> "the agent has another tool with the name " + name)
          .ifPresent(text -> wrong.add(new Complaint(resource, text)));
      if (all(resource).anyMatch(tool -> isLong(tool.name()))) {
        String text = "the names of its tools have more than " + LONGEST_NAME + " characters";
        wrong.add(new Complaint(resource, text));
      }
    }
    return wrong;
  }

  /** Returns what a turn learns of its resources, and stores that it does. */
  public List<Section> begin(Tx tx, GrantedResources granted, ResourceToolContext.Run run) {
    List<Section> sections = sections(tx, granted, run);
    String path = granted.granted().text();
    sections.forEach(
        it -> ResourceAudit.add(tx, run, it.resource(), ResourceAudit.CONTEXT, path, true));
    return sections;
  }

  /** Returns what a turn would learn of its resources; nothing without grants. */
  public List<Section> sections(Rows rows, GrantedResources granted, ResourceToolContext.Run run) {
    if (granted.isEmpty()) {
      return List.of();
    }
    Grants grants = granted.granted();
    List<Section> sections = new ArrayList<>();
    for (DeclaredResource resource : granted.resources()) {
      provider(resource.kind())
          .map(it -> it.context(rows, ResourceToolContext.of(resource, grants, run)))
          .map(text -> text + granted.found(resource).text())
          .filter(text -> !text.isBlank())
          .ifPresent(text -> sections.add(new Section(resource, text)));
    }
    return sections;
  }

  /**
   * A call of a tool.
   *
   * @param name the name of a tool that {@link #owns} knows
   * @param input the input without known secrets
   */
  public record Call(String name, JsonNode input) {
    private String path() {
      return input.path(ResourceCall.NAMESPACE).asString("");
    }
  }

  /**
   * The answer of a provider.
   *
   * @param text what the model reads: if it failed, why
   * @param failed whether it did; then nothing was written
   * @param allowed whether mode and grants allowed the call
   * @param path what the call was about
   */
  public record Said(String text, boolean failed, boolean allowed, String path) {}

  /**
   * A tool of a server.
   *
   * @param tool the tool with the name that the server gave it
   */
  public record Served(DeclaredResource resource, FoundTool tool) {
    private Offered offered() {
      return new Offered(resource, tool.tool());
    }
  }

  /** Returns the tool of a server that models call by a name; empty if there is none. */
  public static Optional<Served> served(GrantedResources granted, String name) {
    return granted.resources().stream()
        .flatMap(
            resource ->
                granted.found(resource).tools().stream().map(tool -> new Served(resource, tool)))
        .filter(served -> served.offered().name().equals(name))
        .findFirst();
  }

  /**
   * Checks a call of a tool of a server, and stores who asked for what.
   *
   * @return why it is not allowed; empty if it is
   */
  public static Optional<String> admit(
      Tx tx, GrantedResources granted, ResourceToolContext.Run run, Served served) {
    Optional<String> denial = Optional.empty();
    try {
      ResourceToolContext unused = admit(granted, run, served.offered());
    } catch (ResourceException e) {
      denial = Optional.of(String.valueOf(e.getMessage()));
    }
    String operation = served.tool().tool().operation();
    String path = served.resource().name() + "/" + served.tool().name();
    ResourceAudit.add(tx, run, served.resource(), operation, path, denial.isEmpty());
    return denial;
  }

  /** Returns whether a tool only reads, so that {@link #read} answers it. */
  public boolean reads(GrantedResources granted, String name) {
    return !offered(granted, name).writes();
  }

  /** Answers a call of a tool that only reads. {@link #store} stores who asked for what. */
  public Said read(Rows rows, GrantedResources granted, ResourceToolContext.Run run, Call call) {
    return said(
        rows,
        granted,
        run,
        call,
        (provider, context, asked) -> provider.read(rows, context, asked));
  }

  /**
   * Runs a call of a tool that writes in the transaction that stores its result, and stores who
   * asked for what.
   */
  public Said write(Tx tx, GrantedResources granted, ResourceToolContext.Run run, Call call) {
    Said said =
        said(
            tx,
            granted,
            run,
            call,
            (provider, context, asked) -> provider.write(tx, context, asked));
    store(tx, granted, run, call, said);
    return said;
  }

  /** Stores who asked for what, in the transaction that stores the result. */
  public void store(
      Tx tx, GrantedResources granted, ResourceToolContext.Run run, Call call, Said said) {
    Offered offered = offered(granted, call.name());
    String operation = offered.tool().operation();
    ResourceAudit.add(tx, run, offered.resource(), operation, said.path(), said.allowed());
  }

  @FunctionalInterface
  private interface Answerer {
    String answer(ResourceProvider provider, ResourceToolContext context, ResourceCall call);
  }

  private Said said(
      Rows rows,
      GrantedResources granted,
      ResourceToolContext.Run run,
      Call call,
      Answerer answerer) {
    Offered offered = offered(granted, call.name());
    String path = call.path();
    try {
      ResourceToolContext context = admit(granted, run, offered);
      ResourceCall asked =
          new ResourceCall(
              offered.tool().operation(), namespace(offered, context, call.input()), call.input());
      ResourceProvider provider = provider(context.kind()).orElseThrow();
      path = provider.path(rows, context, asked);
      return new Said(answerer.answer(provider, context, asked), false, true, path);
    } catch (ResourceException e) {
      return new Said(String.valueOf(e.getMessage()), true, !e.isDenied(), path);
    }
  }

  private Offered offered(GrantedResources granted, String name) {
    return all(granted).filter(it -> it.name().equals(name)).findFirst().orElseThrow();
  }

  private static ResourceToolContext admit(
      GrantedResources granted, ResourceToolContext.Run run, Offered offered) {
    if (granted.isEmpty()) {
      throw ResourceException.denied("this session has no grants");
    }
    if (!offered.allowed()) {
      throw ResourceException.denied("this session may only read " + offered.resource().name());
    }
    return ResourceToolContext.of(offered.resource(), granted.granted(), run);
  }

  private static Optional<Namespace> namespace(
      Offered offered, ResourceToolContext context, JsonNode input) {
    JsonNode path = input.path(ResourceCall.NAMESPACE);
    if (path.isMissingNode() || path.isNull()) {
      return Optional.empty();
    }
    if (!path.isString()) {
      throw ResourceException.refused("namespace must be a text");
    }
    Namespace wanted = parse(path.asString());
    Grants grants = context.grants();
    if (offered.writes() ? !grants.mayWrite(wanted) : !grants.mayRead(wanted)) {
      String verb = offered.writes() ? "write to" : "read";
      throw ResourceException.denied("this session may not " + verb + " " + wanted);
    }
    return Optional.of(wanted);
  }

  private static Namespace parse(String path) {
    try {
      return new Namespace(path);
    } catch (IllegalArgumentException e) {
      throw ResourceException.denied(String.valueOf(e.getMessage()));
    }
  }
}
