package dev.otters.server.wire;

import dev.otters.server.gateway.ModelGateway;
import dev.otters.server.session.AgentDirectory;
import dev.otters.server.session.TurnService;
import dev.otters.server.time.Time;
import dev.otters.server.token.Tokens;

/** What the agents' requests are answered with. */
record Services(
    TurnService turns, ModelGateway gateway, Tokens tokens, AgentDirectory directory, Time time) {}
