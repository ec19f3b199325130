package dev.otters.api.session;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to create a session.
 *
 * @param id the id of the request, chosen by the client; a repeated request creates one session
 * @param session the id of the session; null for a generated one
 * @param title null for the beginning of the first message
 * @param budget null for the usual budget
 */
public record NewSession(
    @Nullable String id,
    @Nullable String session,
    @Nullable String title,
    Map<String, String> labels,
    @Nullable BudgetRequest budget,
    List<ClientTool> tools) {}
