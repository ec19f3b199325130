package dev.otters.server;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.model.ProviderChange;
import dev.otters.api.model.ProviderList;
import dev.otters.api.model.ProviderRequest;
import dev.otters.api.model.ProviderTestResult;
import dev.otters.models.provider.ProviderAdmin;
import dev.otters.server.http.ProviderOperations;
import java.util.List;
import java.util.Optional;

/**
 * Implements the operations on providers.
 *
 * @param admin manages the providers
 * @param keeper lists the agents that use them
 */
record ProviderAccess(ProviderAdmin admin, AgentKeeper keeper) implements ProviderOperations {
  private static final int SHOWN = 5;

  @Override
  public ProviderList list() {
    return admin.list();
  }

  @Override
  public ProviderChange add(ProviderRequest request) {
    return admin.add(request);
  }

  @Override
  public ProviderChange edit(String name, ProviderRequest request) {
    return admin.edit(name, request);
  }

  @Override
  public ProviderChange remove(String name, boolean force) {
    List<String> users =
        keeper.list(true).agents().stream()
            .filter(agent -> agent.model().startsWith(name + "/"))
            .map(AgentSummary::name)
            .toList();
    if (!force && !users.isEmpty()) {
      admin.require(name);
      String shown =
          String.join(", ", users.subList(0, Math.min(SHOWN, users.size())))
              + (users.size() > SHOWN ? " and " + (users.size() - SHOWN) + " more" : "");
      throw ApiException.of(
          ErrorCode.PROVIDER_IN_USE,
          "the provider '" + name + "' is used by " + shown,
          "Remove these agents first, or use -f, which makes their next prompts fail.");
    }
    return admin.remove(name);
  }

  @Override
  public ProviderTestResult test(String name, Optional<String> model) {
    return admin.test(name, model);
  }
}
