package dev.otters.agents.wire;

import dev.otters.home.audit.AgentRefusals;
import dev.otters.home.time.Time;
import dev.otters.home.token.Tokens;
import dev.otters.sessions.AgentDirectory;
import dev.otters.sessions.Sessions;
import java.util.concurrent.Semaphore;

/**
 * The services that answer agents' requests, and the memory that all connections share.
 *
 * @param requests limits the requests being handled
 * @param codecs limits the large messages being encoded or decoded at the same time
 */
record Services(
    Sessions sessions,
    TurnEngine engine,
    Tokens tokens,
    AgentDirectory directory,
    AgentRefusals refusals,
    Time time,
    ByteBudget requests,
    Semaphore codecs) {}
