package dev.otters.agents.image;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Bin;
import dev.otters.agentfile.Capability;
import dev.otters.agentfile.Resource;
import dev.otters.agentfile.Vault;
import dev.otters.models.chat.ToolSchema;
import dev.otters.resources.Resources;
import dev.otters.resources.mcp.McpProvider;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.ResourceMode;
import java.util.List;
import java.util.stream.Stream;

/** The resources of agents, as their providers see them. */
public final class DeclaredResources {
  private DeclaredResources() {}

  /** Returns the resources of an Agentfile; empty for none. */
  public static List<DeclaredResource> of(Agentfile agentfile) {
    return agentfile.inForce(Resource.class).stream().map(DeclaredResources::of).toList();
  }

  /** Returns the names of the BINs that serve resources, each once. */
  public static List<String> servers(Agentfile agentfile) {
    return of(agentfile).stream().flatMap(it -> McpProvider.bin(it).stream()).distinct().toList();
  }

  /**
   * Returns the names of what the operator must allow, or must not be in the agent's own sandbox:
   * the BINs with a vault, those that serve resources, and the resources of those with both.
   */
  public static List<String> apart(Agentfile agentfile) {
    List<String> secret = Vault.bins(agentfile);
    Stream<String> served =
        of(agentfile).stream()
            .filter(it -> McpProvider.bin(it).filter(secret::contains).isPresent())
            .map(DeclaredResource::name);
    return Stream.of(secret.stream(), servers(agentfile).stream(), served)
        .flatMap(names -> names)
        .distinct()
        .toList();
  }

  /** Returns whether a name is that of a resource with a server, or may be that of its tool. */
  public static boolean hasServer(Agentfile agentfile, String name) {
    return of(agentfile).stream()
        .filter(it -> it.kind().equals(McpProvider.KIND))
        .anyMatch(it -> it.name().equals(name) || name.startsWith(it.toolName("")));
  }

  private static DeclaredResource of(Resource resource) {
    return new DeclaredResource(
        resource.name(),
        resource.kind(),
        ResourceMode.of(resource.mode().text()),
        resource.settings(),
        resource.body(),
        resource.description());
  }

  /** Returns what is wrong with the resources of an Agentfile that has all of its parent. */
  public static List<Resources.Complaint> complaints(Agentfile agentfile) {
    List<String> bins = agentfile.inForce(Bin.class).stream().map(Bin::name).toList();
    List<String> tools =
        Stream.of(
                bins.stream(),
                agentfile.capabilities().stream().map(Capability::kebabName),
                CapabilityTools.of(agentfile).stream().map(ToolSchema::name))
            .flatMap(names -> names)
            .toList();
    Stream<Resources.Complaint> absent =
        of(agentfile).stream()
            .flatMap(
                resource ->
                    McpProvider.bin(resource)
                        .filter(bin -> !bins.contains(bin))
                        .map(bin -> new Resources.Complaint(resource, "there is no BIN " + bin))
                        .stream());
    return Stream.concat(Resources.SHIPPED.complaints(of(agentfile), tools).stream(), absent)
        .toList();
  }
}
