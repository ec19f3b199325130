package dev.otters.agents.image;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Bin;
import dev.otters.agentfile.Capability;
import dev.otters.agentfile.Resource;
import dev.otters.models.chat.ToolSchema;
import dev.otters.resources.Resources;
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
    List<String> tools =
        Stream.of(
                agentfile.inForce(Bin.class).stream().map(Bin::name),
                agentfile.capabilities().stream().map(Capability::kebabName),
                CapabilityTools.of(agentfile).stream().map(ToolSchema::name))
            .flatMap(names -> names)
            .toList();
    return Resources.SHIPPED.complaints(of(agentfile), tools);
  }
}
