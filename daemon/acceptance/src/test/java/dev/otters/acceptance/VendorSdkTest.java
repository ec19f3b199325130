package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The SDKs of both vendors, as published, in a sandbox whose endpoint they find. */
@Tag("bubblewrap")
class VendorSdkTest {
  private static final String CHUNK =
      "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"small\","
          + "\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}]}\n\n";
  private static final String CALL =
      CHUNK.formatted(
              "{\"role\":\"assistant\",\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"type\":"
                  + "\"function\",\"function\":{\"name\":\"look\",\"arguments\":"
                  + "\"{\\\"at\\\":\\\"sky\\\"}\"}}]}",
              "null")
          + CHUNK.formatted("{}", "\"tool_calls\"")
          + "data: [DONE]\n\n";

  /** The SDKs have parts in Rust, which need a library that only a tool in Rust brings along. */
  private static final String RUST =
      """
      import ctypes, glob
      ctypes.CDLL(glob.glob("/opt/bin-images/rg/**/libgcc_s.so.1", recursive=True)[0])
      """;

  private static final String ANTHROPIC =
      """
      import anthropic
      vendor = anthropic.Anthropic()
      asked = [{"role": "user", "content": "hello"}]
      told = vendor.messages.create(model="small", max_tokens=50, messages=asked)
      print(told.content[0].text, told.stop_reason, told.usage.input_tokens)
      schema = {"type": "object", "properties": {"at": {"type": "string"}}}
      look = {"name": "look", "description": "Looks.", "input_schema": schema}
      ask = dict(model="small", max_tokens=50, tools=[look])
      with vendor.messages.stream(messages=asked, **ask) as stream:
          call = stream.get_final_message()
      use = call.content[-1]
      print(call.stop_reason, use.name, use.input)
      result = {"type": "tool_result", "tool_use_id": use.id, "content": "blue"}
      asked += [{"role": "assistant", "content": call.content},
                {"role": "user", "content": [result]}]
      with vendor.messages.stream(messages=asked, **ask) as stream:
          print("".join(stream.text_stream))
      try:
          vendor.messages.create(model="large", max_tokens=50, messages=asked)
      except anthropic.NotFoundError as e:
          print(e.message)
      """;

  private static final String OPENAI =
      """
      import openai
      vendor = openai.OpenAI()
      asked = [{"role": "user", "content": "hello"}]
      told = vendor.chat.completions.create(model="small", messages=asked)
      print(told.choices[0].message.content, told.choices[0].finish_reason,
            told.usage.prompt_tokens)
      look = {"type": "function", "function": {"name": "look", "parameters":
              {"type": "object", "properties": {"at": {"type": "string"}}}}}
      call = vendor.chat.completions.create(model="small", messages=asked, tools=[look])
      use = call.choices[0].message.tool_calls[0]
      print(call.choices[0].finish_reason, use.function.name, use.function.arguments)
      asked += [call.choices[0].message,
                {"role": "tool", "tool_call_id": use.id, "content": "blue"}]
      stream = vendor.chat.completions.create(
          model="small", messages=asked, tools=[look], stream=True,
          stream_options={"include_usage": True})
      chunks = list(stream)
      print("".join(c.choices[0].delta.content or "" for c in chunks if c.choices),
            chunks[-1].usage.total_tokens)
      print([model.id for model in vendor.models.list()])
      try:
          vendor.chat.completions.create(model="large", messages=asked)
      except openai.NotFoundError as e:
          print(e.message)
      """;

  private static final String ANTHROPIC_JS =
      """
      const Anthropic = require("@anthropic-ai/sdk");
      (async () => {
        const vendor = new Anthropic();
        let messages = [{role: "user", content: "hello"}];
        const ask = {model: "small", max_tokens: 50};
        const told = await vendor.messages.create({...ask, messages});
        console.log(told.content[0].text, told.stop_reason, told.usage.input_tokens);
        const schema = {type: "object", properties: {at: {type: "string"}}};
        const tools = [{name: "look", description: "Looks.", input_schema: schema}];
        const call = await vendor.messages.stream({...ask, tools, messages}).finalMessage();
        const use = call.content.at(-1);
        console.log(call.stop_reason, use.name, JSON.stringify(use.input));
        const result = {type: "tool_result", tool_use_id: use.id, content: "blue"};
        messages = [...messages, {role: "assistant", content: call.content},
                    {role: "user", content: [result]}];
        console.log(await vendor.messages.stream({...ask, tools, messages}).finalText());
        await vendor.messages.create({...ask, model: "large", messages})
          .catch(e => console.log(e instanceof Anthropic.NotFoundError, e.message));
      })();
      """;

  private static final String OPENAI_JS =
      """
      const OpenAI = require("openai");
      (async () => {
        const vendor = new OpenAI();
        let messages = [{role: "user", content: "hello"}];
        const chat = vendor.chat.completions;
        const told = await chat.create({model: "small", messages});
        console.log(told.choices[0].message.content, told.choices[0].finish_reason,
                    told.usage.prompt_tokens);
        const schema = {type: "object", properties: {at: {type: "string"}}};
        const tools = [{type: "function", function: {name: "look", parameters: schema}}];
        const ask = {model: "small", tools};
        const call = await chat.create({...ask, messages});
        const use = call.choices[0].message.tool_calls[0];
        console.log(call.choices[0].finish_reason, use.function.name, use.function.arguments);
        messages = [...messages, call.choices[0].message,
                    {role: "tool", tool_call_id: use.id, content: "blue"}];
        const counted = {stream: true, stream_options: {include_usage: true}};
        let said = "", tokens = 0;
        for await (const chunk of await chat.create({...ask, ...counted, messages})) {
          said += chunk.choices[0]?.delta.content ?? "";
          tokens = chunk.usage?.total_tokens ?? tokens;
        }
        console.log(said, tokens);
        const models = [];
        for await (const model of vendor.models.list()) models.push(model.id);
        console.log(models);
        await chat.create({...ask, model: "large", messages})
          .catch(e => console.log(e instanceof OpenAI.NotFoundError, e.message));
      })();
      """;

  private static final String REFUSED = "may not ask the model \"large\", only: work/small";

  private FakeVendor vendor;
  private Otters otters;
  private Path sdks;

  @BeforeEach
  void anAgentWithTheModelEndpoint() throws IOException {
    vendor = new FakeVendor(VendorSdkTest::answer);
    otters = Otters.freshWithBubblewrap();
    sdks = Files.createDirectory(otters.files().resolve("sdks"));
    vendor.add(otters, "work", FakeVendor.KEY).ok();
    Path context =
        otters.agentfile(
            "coder",
            """
            FROM scratch
            NAME coder
            MODEL work/small
            CONFIG model-endpoint=on
            BIN sh otters/tools/sh:latest "A shell."
            BIN python3 otters/tools/python3:latest "Runs Python."
            BIN rg otters/tools/rg:latest "Searches."
            """);
    otters.run("run", "-v", HostNode.MOUNT, "-v", sdks + ":/sdks:ro", context.toString()).ok();
  }

  @AfterEach
  void clean() throws IOException {
    otters.close();
    vendor.close();
  }

  private static String answer(String request) {
    boolean calls = request.contains("\"tools\"") && !request.contains("blue");
    return calls ? CALL : FakeVendor.ready();
  }

  private boolean installs(String... command) {
    return HostNode.has(command[0])
        && Run.start(sdks, Map.copyOf(System.getenv()), "", List.of(command)).await().code() == 0;
  }

  @Test
  void theSdksForPythonWorkUnchanged() {
    String version = "import sys; print('%d.%d' % sys.version_info[:2])";
    String python = otters.run("exec", "coder", "python3", "-c", version).ok().strip();
    assumeTrue(
        installs(
            "python3",
            "-m",
            "pip",
            "install",
            "-q",
            "--only-binary",
            ":all:",
            "--python-version",
            python,
            "--target",
            ".",
            "anthropic",
            "openai"),
        "pip cannot get anthropic and openai here: they are not tried with the model endpoint");

    assertThat(python(ANTHROPIC).lines())
        .satisfiesExactly(
            told -> assertThat(told).isEqualTo("ready end_turn 7"),
            call -> assertThat(call).isEqualTo("tool_use look {'at': 'sky'}"),
            told -> assertThat(told).isEqualTo("ready"),
            refused -> assertThat(refused).contains(REFUSED));
    assertThat(python(OPENAI).lines())
        .satisfiesExactly(
            told -> assertThat(told).isEqualTo("ready stop 7"),
            call -> assertThat(call).isEqualTo("tool_calls look {\"at\":\"sky\"}"),
            told -> assertThat(told).isEqualTo("ready 8"),
            models -> assertThat(models).isEqualTo("['work/small']"),
            refused -> assertThat(refused).contains(REFUSED));
    assertThat(vendor.heard()).anyMatch(body -> body.contains("blue"));
  }

  private String python(String program) {
    return otters
        .run("exec", "-e", "PYTHONPATH=/sdks", "coder", "python3", "-c", RUST + program)
        .ok();
  }

  @Test
  void theSdksForNodeWorkUnchanged() {
    assumeTrue(
        installs("npm", "install", "--prefix", ".", "@anthropic-ai/sdk", "openai"),
        "npm cannot get @anthropic-ai/sdk and openai here: they are not tried with the endpoint");

    assertThat(node(ANTHROPIC_JS).lines())
        .satisfiesExactly(
            told -> assertThat(told).isEqualTo("ready end_turn 7"),
            call -> assertThat(call).isEqualTo("tool_use look {\"at\":\"sky\"}"),
            told -> assertThat(told).isEqualTo("ready"),
            refused -> assertThat(refused).startsWith("true ").contains("may not ask the model"));
    assertThat(node(OPENAI_JS).lines())
        .satisfiesExactly(
            told -> assertThat(told).isEqualTo("ready stop 7"),
            call -> assertThat(call).isEqualTo("tool_calls look {\"at\":\"sky\"}"),
            told -> assertThat(told).isEqualTo("ready 8"),
            models -> assertThat(models).isEqualTo("[ 'work/small' ]"),
            refused -> assertThat(refused).startsWith("true ").contains("may not ask the model"));
    assertThat(vendor.heard()).anyMatch(body -> body.contains("blue"));
  }

  private String node(String program) {
    Otters.write(sdks.resolve("program.js"), program);
    return otters.run("exec", "coder", "sh", "-c", HostNode.line("/sdks/program.js")).ok();
  }
}
