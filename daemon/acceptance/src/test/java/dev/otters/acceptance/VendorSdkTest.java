package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The Python SDKs of both vendors, as published, in a sandbox whose endpoint they find. */
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

  private static final String REFUSED = "may not ask the model \"large\", only: work/small";

  private static boolean install(Path folder, String python) {
    List<String> command = new ArrayList<>(List.of("python3", "-m", "pip", "install", "-q"));
    command.addAll(List.of("--only-binary", ":all:", "--python-version", python));
    command.addAll(List.of("--target", folder.toString(), "anthropic", "openai"));
    return Run.start(folder, Map.copyOf(System.getenv()), "", command).await().code() == 0;
  }

  private static String answer(String request) {
    boolean calls = request.contains("\"tools\"") && !request.contains("blue");
    return calls ? CALL : FakeVendor.ready();
  }

  @Test
  void theSdksWorkUnchanged() throws IOException {
    try (FakeVendor vendor = new FakeVendor(VendorSdkTest::answer);
        Otters otters = Otters.freshWithBubblewrap()) {
      Path sdks = Files.createDirectory(otters.files().resolve("sdks"));
      String version = "import sys; print('%d.%d' % sys.version_info[:2])";
      String python = otters.run("bin", "run", "otters/tools/python3", "-c", version).ok().strip();
      assumeTrue(
          install(sdks, python),
          "pip cannot get anthropic and openai here: no SDK is tried with the model endpoint");
      vendor.add(otters, "work", FakeVendor.KEY).ok();
      Path context =
          otters.agentfile(
              "coder",
              """
              FROM scratch
              NAME coder
              MODEL work/small
              CONFIG model-endpoint=on
              ENV PYTHONPATH=/sdks
              BIN python3 otters/tools/python3:latest "Runs Python."
              BIN rg otters/tools/rg:latest "Searches."
              """);
      otters.run("run", "-v", sdks + ":/sdks:ro", context.toString()).ok();

      assertThat(python(otters, ANTHROPIC).lines())
          .satisfiesExactly(
              told -> assertThat(told).isEqualTo("ready end_turn 7"),
              call -> assertThat(call).isEqualTo("tool_use look {'at': 'sky'}"),
              told -> assertThat(told).isEqualTo("ready"),
              refused -> assertThat(refused).contains(REFUSED));
      assertThat(python(otters, OPENAI).lines())
          .satisfiesExactly(
              told -> assertThat(told).isEqualTo("ready stop 7"),
              call -> assertThat(call).isEqualTo("tool_calls look {\"at\":\"sky\"}"),
              told -> assertThat(told).isEqualTo("ready 8"),
              models -> assertThat(models).isEqualTo("['work/small']"),
              refused -> assertThat(refused).contains(REFUSED));
      assertThat(vendor.heard()).anyMatch(body -> body.contains("blue"));
    }
  }

  private static String python(Otters otters, String program) {
    return otters
        .run("exec", "-e", "PYTHONPATH=/sdks", "coder", "python3", "-c", RUST + program)
        .ok();
  }
}
