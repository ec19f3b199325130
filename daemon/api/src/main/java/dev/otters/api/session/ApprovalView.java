package dev.otters.api.session;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call of a gated tool in a listing.
 *
 * @param agent the name of its agent
 * @param id the id of the approval, which belongs to this call only
 * @param call the id that the model gave the call; other calls may have the same
 * @param args the arguments, exactly as they would reach the program
 * @param stdin the input of the program, null for none
 * @param input the model's text, if it is not a valid input of a tool; such a call cannot run
 * @param state one of the states in docs/approvals.md
 * @param expiresAt when a pending call counts as denied
 */
public record ApprovalView(
    String id,
    String agent,
    String session,
    String call,
    String tool,
    List<String> args,
    @Nullable String stdin,
    @Nullable String input,
    String state,
    Instant requestedAt,
    Instant expiresAt) {}
