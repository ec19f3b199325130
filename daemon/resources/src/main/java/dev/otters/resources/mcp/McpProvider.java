package dev.otters.resources.mcp;

import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.resources.grant.Namespace;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.ResourceCall;
import dev.otters.resources.provider.ResourceProvider;
import dev.otters.resources.provider.ResourceTool;
import dev.otters.resources.provider.ResourceToolContext;
import java.util.List;
import java.util.Optional;

/** Offers the tools of a server of the Model Context Protocol. {@link McpServers} calls them. */
public record McpProvider() implements ResourceProvider {
  /** The kind of these resources. */
  public static final String KIND = "mcp";

  @Override
  public String kind() {
    return KIND;
  }

  /** Returns the host, port and path of the server, or its BIN and arguments. */
  @Override
  public String place(DeclaredResource resource) {
    try {
      return McpSettings.of(resource).place();
    } catch (IllegalArgumentException _) {
      return "";
    }
  }

  @Override
  public List<String> complaints(DeclaredResource resource) {
    try {
      McpSettings unused = McpSettings.of(resource);
      return List.of();
    } catch (IllegalArgumentException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Returns the BIN that is the server of a resource; empty for other resources, and for one with
   * complaints.
   */
  public static Optional<String> bin(DeclaredResource resource) {
    try {
      return resource.kind().equals(KIND)
              && McpSettings.of(resource).server() instanceof McpSettings.Server.Program program
          ? Optional.of(program.bin())
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns no tools: only the server knows them. */
  @Override
  public List<ResourceTool> tools() {
    return List.of();
  }

  @Override
  public String context(Rows rows, ResourceToolContext context) {
    return "";
  }

  @Override
  public String read(Rows rows, ResourceToolContext context, ResourceCall call) {
    throw new IllegalStateException("a server is asked outside of transactions");
  }

  @Override
  public String write(Tx tx, ResourceToolContext context, ResourceCall call) {
    throw new IllegalStateException("a server is asked outside of transactions");
  }

  @Override
  public long purge(Tx tx, Namespace namespace, boolean recursive) {
    return 0;
  }
}
