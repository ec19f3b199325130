package dev.otters.server.http;

import dev.otters.agents.AgentOperations;
import dev.otters.agents.image.StoreOperations;
import dev.otters.agents.logs.AgentLogs;
import dev.otters.sessions.SessionService;

/**
 * All operations of the API.
 *
 * @param logs the agents' logs
 * @param sessions the agents' sessions
 */
public record Operations(
    AgentOperations agents,
    ImageOperations images,
    BinOperations bins,
    RegistryOperations registries,
    StoreOperations store,
    ProviderOperations providers,
    ModelOperations models,
    SystemOperations system,
    AgentLogs logs,
    SessionService sessions) {}
