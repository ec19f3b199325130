package dev.otters.sessions.outcome;

import dev.otters.api.Json;
import dev.otters.api.outcome.OutcomeEvaluation;
import dev.otters.api.outcome.OutcomeHistory;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.resources.provider.Input;
import dev.otters.resources.provider.ResourceException;
import dev.otters.resources.writeback.WriteGate;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The tools by which a model learns what its session shall achieve. None of them changes it. */
public record OutcomeTools(Outcomes outcomes) {
  private static final String READ = "outcome_read";
  private static final String EVALUATE = "outcome_evaluate";
  private static final String HISTORY = "outcome_history";
  private static final int USUAL = 12;
  private static final int MOST = 100;

  private static final String NOTHING =
      "{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}";

  /** The tools as models see them. */
  public static final List<ToolSchema> SCHEMAS =
      List.of(
          new ToolSchema(
              READ,
              "Returns the outcome that the operator defined for this conversation, and its latest"
                  + " evaluation.",
              NOTHING),
          new ToolSchema(
              EVALUATE,
              "Checks now whether the outcome is met, and returns the evidence. A promote or"
                  + " restore needs the status pass.",
              NOTHING),
          new ToolSchema(
              HISTORY,
              "Lists the evaluations of this conversation, the newest first, which alone has its"
                  + " evidence.",
              "{\"type\":\"object\",\"properties\":{\"limit\":{\"type\":\"integer\",\"minimum\":1,"
                  + "\"maximum\":100,\"description\":\"Default 12.\"}},"
                  + "\"additionalProperties\":false}"));

  /** Returns whether there is a tool of this name. */
  public static boolean has(String name) {
    return SCHEMAS.stream().anyMatch(tool -> tool.name().equals(name));
  }

  /** Runs a call. */
  public EventBody.ToolResult run(UUID agent, SessionId session, ToolCall call) {
    try {
      JsonNode input = JsonMapper.shared().readTree(call.argumentsJson());
      return EventBody.ToolResult.said(call, Json.write(answer(agent, session, call, input)));
    } catch (JacksonException _) {
      return EventBody.ToolResult.failed(call, "the input is not JSON");
    } catch (ResourceException | SessionException e) {
      return EventBody.ToolResult.failed(call, String.valueOf(e.getMessage()));
    }
  }

  private Object answer(UUID agent, SessionId session, ToolCall call, JsonNode input) {
    if (call.name().equals(HISTORY)) {
      Input.members(input, "limit");
      return history(outcomes.history(agent, session, Input.limit(input, USUAL, MOST)));
    }
    Input.members(input);
    return call.name().equals(READ)
        ? outcomes.show(agent, session)
        : outcomes.evaluate(agent, session);
  }

  /** Leaves out what was found but for the newest: the answer would be too long. */
  private static OutcomeHistory history(List<OutcomeEvaluation> all) {
    return new OutcomeHistory(
        IntStream.range(0, all.size())
            .mapToObj(i -> i == 0 ? all.get(i) : all.get(i).brief())
            .toList());
  }

  /** Returns the result of a call that the outcome does not allow. */
  public static EventBody.ToolResult refused(ToolCall call, OutcomeEvaluation evaluation) {
    return EventBody.ToolResult.failed(call, why(call, evaluation));
  }

  private static String why(ToolCall call, OutcomeEvaluation evaluation) {
    return "%s needs the outcome of this conversation to be met, but it is not: %s. Nothing was written. Call %s, and do what is missing."
        .formatted(call.name(), Outcomes.summary(evaluation), EVALUATE);
  }

  /** Returns the gate of a call: the outcome must be met when it writes, also if it was before. */
  public static WriteGate gate(Outcomes outcomes, UUID agent, SessionId session, ToolCall call) {
    return outcomes.gate(agent, session, it -> ResourceException.refused(why(call, it)));
  }
}
