package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.Provider;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.ChatProviders;
import dev.otters.sessions.TurnSteps.State;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The request after a pause, as vendors receive it: two calls, of which one waited when the user
 * wrote again.
 */
class CustomRequestTest extends CustomBench {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @AutoClose private VendorSocket vendor;

  @BeforeEach
  void listen() throws IOException {
    vendor = new VendorSocket();
  }

  /** Returns the messages of the resumed turn as a vendor receives them. */
  private JsonNode sent(String kind) throws Exception {
    pause(WEATHER, TIME);
    answer(id(TIME), "noon");
    kit.say("And tomorrow?");
    assertThat(kit.tryLease()).isEmpty();
    answer(id(WEATHER), "rain");
    turn = kit.lease();
    State.Ask ask = (State.Ask) open(1);
    vendor.plays(VendorSocket.json(400, "{}"));
    Provider provider =
        ChatProviders.open(VendorSocket.config("acme", kind, vendor.address("/v1")));
    CompletionRequest request = new CompletionRequest("m", ask.messages(), ask.tools(), Map.of());
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> provider.complete(request, Caller.UNKNOWN, _ -> {}));
    return JSON.readTree(vendor.request().body());
  }

  @Test
  void anthropicGetsBothResultsAndThenTheMessage() throws Exception {
    JsonNode body = sent("anthropic");

    assertThat(body.path("messages"))
        .isEqualTo(
            JSON.readTree(
                """
                [{"role":"user","content":[{"type":"text","text":"one"}]},
                 {"role":"assistant","content":[
                   {"type":"text","text":"Well."},
                   {"type":"tool_use","id":"w1","name":"weather","input":{"city":"Bergen"}},
                   {"type":"tool_use","id":"t1","name":"clock","input":{"city":"Oslo"}}]},
                 {"role":"user","content":[
                   {"type":"tool_result","tool_use_id":"w1","content":"rain"},
                   {"type":"tool_result","tool_use_id":"t1","content":"noon"}]},
                 {"role":"user","content":[{"type":"text","text":"And tomorrow?",
                   "cache_control":{"type":"ephemeral"}}]}]\
                """));
    assertThat(body.at("/tools/1/name").asString()).isEqualTo("weather");
    assertThat(body.at("/tools/1/input_schema/required/0").asString()).isEqualTo("city");
  }

  @Test
  void openAiGetsBothResultsAndThenTheMessage() throws Exception {
    JsonNode body = sent("openai");

    assertThat(body.path("messages"))
        .isEqualTo(
            JSON.readTree(
                """
                [{"role":"user","content":"one"},
                 {"role":"assistant","content":"Well.","tool_calls":[
                   {"id":"w1","type":"function",
                    "function":{"name":"weather","arguments":"{\\"city\\": \\"Bergen\\"}"}},
                   {"id":"t1","type":"function",
                    "function":{"name":"clock","arguments":"{\\"city\\":\\"Oslo\\"}"}}]},
                 {"role":"tool","tool_call_id":"w1","content":"rain"},
                 {"role":"tool","tool_call_id":"t1","content":"noon"},
                 {"role":"user","content":"And tomorrow?"}]\
                """));
    assertThat(body.at("/tools/2/function/parameters/required/0").asString()).isEqualTo("city");
  }

  @Test
  void googleGetsBothResponsesInOneTurnAndThenTheMessage() throws Exception {
    JsonNode body = sent("google");

    assertThat(body.path("contents"))
        .isEqualTo(
            JSON.readTree(
                """
                [{"role":"user","parts":[{"text":"one"}]},
                 {"role":"model","parts":[
                   {"text":"Well."},
                   {"functionCall":{"id":"w1","name":"weather","args":{"city":"Bergen"}}},
                   {"functionCall":{"id":"t1","name":"clock","args":{"city":"Oslo"}}}]},
                 {"role":"user","parts":[
                   {"functionResponse":{"id":"w1","name":"weather","response":{"output":"rain"}}},
                   {"functionResponse":{"id":"t1","name":"clock","response":{"output":"noon"}}}]},
                 {"role":"user","parts":[{"text":"And tomorrow?"}]}]\
                """));
    assertThat(body.at("/tools/0/functionDeclarations/1/name").asString()).isEqualTo("weather");
  }
}
