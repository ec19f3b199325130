package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.agents.create.RunRequests;
import dev.otters.agents.rows.AgentSpec;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.UpdateRequest;
import dev.otters.executor.BinMount;
import dev.otters.oci.Progress;
import dev.otters.sessions.approval.Gate;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Agents with tools whose calls the operator must allow. */
class AskedToolsTest extends AgentKitTest {
  private static final String TWINS = "the image of a gated tool is also the image of ";
  private static final String UNSANDBOXED =
      "an agent without a sandbox can run every tool without asking";

  @BeforeEach
  void images() {
    kit.images().tool("rg", "tools/rg:1");
    kit.images()
        .agent(
            "twins:1",
            """
            FROM scratch
            NAME twins
            MODEL scripted/guide
            BIN sh tools/sh:1
            BIN ash tools/sh:1
            BIN rg tools/rg:1
            """);
  }

  private AgentView run(Map<String, Object> more) {
    return kit.run(RunRequests.of("twins:1", more));
  }

  private AgentView run(String asked) {
    return run(Map.of("config", Map.of("ask-tools", asked)));
  }

  private AgentView update(String json) throws InterruptedException {
    return kit.keeper()
        .update("twins", Json.read(json, UpdateRequest.class), List.of(), Progress.NONE);
  }

  private static void assertRefused(ThrowingCallable call, String why) {
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.problem().code()).isEqualTo(ErrorCode.INVALID_REQUEST))
        .withMessageContaining(why);
  }

  private List<String> sandboxTools(AgentView agent) {
    return kit.sandbox(agent).spec().tools().bins().stream().map(BinMount::name).toList();
  }

  @Test
  void aGatedToolIsNotInTheSandbox() {
    assertThat(sandboxTools(run("rg"))).containsExactly("sh", "ash");
  }

  @Test
  void aToolWithAVaultIsGatedWhateverTheSettingsSay() {
    kit.images()
        .agent(
            "vault:1",
            """
            FROM scratch
            NAME twins
            MODEL scripted/guide
            CONFIG vault-tools=""
            BIN sh tools/sh:1
            BIN rg tools/rg:1
            VAULT github ENV=TOKEN FOR=rg
            """);
    Map<String, Object> opening = Map.of("ask-tools", "", "ask-also", "", "vault-tools", "");
    AgentView agent = kit.run(RunRequests.of("vault:1", Map.of("config", opening)));
    assertThat(sandboxTools(agent)).containsExactly("sh");
    assertThat(
            Gate.of(
                kit.directory()
                    .turn(UUID.fromString(agent.id()))
                    .orElseThrow()
                    .settings()
                    .options()))
        .matches(gate -> gate.has("rg") && !gate.has("sh"));
  }

  @Test
  void aGatedToolWhoseImageAnotherToolBringsIsRefused() throws IOException {
    assertRefused(() -> run("sh"), TWINS + "ash");
    assertThat(kit.leftovers()).isEmpty();
    assertThat(sandboxTools(run("sh, ash"))).containsExactly("rg");
  }

  @Test
  void aChangeThatGatesOneOfTwoToolsOfAnImageIsRefused() throws Exception {
    AgentView agent = run("rg");
    AgentSpec before = kit.row(agent).spec();

    assertRefused(() -> update("{\"config\": {\"ask-also\": \"ash\"}}"), TWINS + "sh");
    assertThat(kit.row(agent).spec()).isEqualTo(before);
    AgentView _ = update("{\"config\": {\"ask-also\": \"ash sh\"}}");
    assertThat(sandboxTools(agent)).isEmpty();
  }

  @Test
  void anAgentWithoutASandboxCannotHaveAModelEndpoint() throws Exception {
    AgentView agent = run(Map.of("executor", "system", "unsandboxed", true));
    assertRefused(
        () -> update("{\"config\": {\"model-endpoint\": \"on\"}}"),
        "would serve all users of this machine");
    assertThat(kit.row(agent).spec().given()).isEmpty();
  }

  @Test
  void anAgentWithoutASandboxCannotSeparateItsSessions() throws Exception {
    String why = "the sessions of an agent without a sandbox share all files and processes";
    Map<String, String> scope = Map.of("workspace-scope", "session");
    assertRefused(
        () -> run(Map.of("executor", "system", "unsandboxed", true, "config", scope)), why);
    assertThat(kit.leftovers()).isEmpty();

    AgentView agent = run(Map.of("executor", "system", "unsandboxed", true));
    assertRefused(() -> update("{\"config\": {\"workspace-scope\": \"session\"}}"), why);
    assertThat(kit.row(agent).spec().given()).isEmpty();
  }

  @Test
  void anAgentWithoutASandboxCannotHaveGatedTools() throws Exception {
    assertRefused(
        () ->
            run(
                Map.of(
                    "executor",
                    "system",
                    "unsandboxed",
                    true,
                    "config",
                    Map.of("ask-tools", "rg"))),
        UNSANDBOXED);
    assertThat(kit.leftovers()).isEmpty();

    AgentView agent = run(Map.of("executor", "system", "unsandboxed", true));
    AgentSpec before = kit.row(agent).spec();
    assertRefused(() -> update("{\"config\": {\"ask-tools\": \"rg\"}}"), UNSANDBOXED);
    assertThat(kit.row(agent).spec()).isEqualTo(before);
  }
}
