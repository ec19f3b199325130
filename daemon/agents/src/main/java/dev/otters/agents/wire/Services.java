package dev.otters.agents.wire;

import dev.otters.home.time.Time;
import dev.otters.home.token.Tokens;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.sessions.AgentDirectory;
import dev.otters.sessions.TurnService;

/**
 * The services that answer agents' requests, and the memory that all connections share.
 *
 * @param requests limits the requests being handled
 * @param answers limits the answers being encoded
 */
record Services(
    TurnService turns,
    ModelGateway gateway,
    Tokens tokens,
    AgentDirectory directory,
    Time time,
    ByteBudget requests,
    ByteBudget answers) {}
