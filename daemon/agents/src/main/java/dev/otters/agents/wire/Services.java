package dev.otters.agents.wire;

import dev.otters.home.time.Time;
import dev.otters.home.token.Tokens;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.sessions.AgentDirectory;
import dev.otters.sessions.TurnService;

/** The services that answer agents' requests. */
record Services(
    TurnService turns, ModelGateway gateway, Tokens tokens, AgentDirectory directory, Time time) {}
