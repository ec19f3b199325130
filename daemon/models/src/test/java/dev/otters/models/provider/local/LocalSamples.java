package dev.otters.models.provider.local;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.weights.CatalogueEntry;
import dev.otters.models.weights.LocalModel;
import dev.otters.models.weights.LocalModels;
import dev.otters.oci.Digest;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.ToolInput;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the tests of local models share. */
public final class LocalSamples {
  public static final Digest DIGEST = Digest.of(new byte[0]);
  public static final LocalModel CHATTER = model("chatter", false);
  public static final LocalModel CHOOSER = model("chooser", true);

  public static final ToolSchema SHELL =
      new ToolSchema(
          "sh",
          """
          A shell.

              Q: How many cats are there?
              {"args": ["-c", "ls /cats | wc -l"]}
              | 3
              A: There are 3 cats.
          """,
          ToolSchema.BIN_INPUT);

  private LocalSamples() {}

  public static LocalModel model(String name, boolean choosesTools) {
    return new LocalModel(name, Path.of("/weights", name), 1000, DIGEST, 4096, choosesTools);
  }

  public static CompletionRequest request(String model, ChatMessage... messages) {
    return new CompletionRequest(model, List.of(messages), List.of(SHELL), Map.of());
  }

  public static ChatMessage system(String text) {
    return new ChatMessage.System(text);
  }

  public static ChatMessage user(String text) {
    return new ChatMessage.User(text);
  }

  public static ChatMessage says(String text) {
    return new ChatMessage.Assistant(text, List.of());
  }

  public static ChatMessage calls(String command) {
    String input = new ToolInput(List.of("-c", command), "").toJson();
    return new ChatMessage.Assistant("", List.of(new ToolCall("call_1", "sh", input)));
  }

  public static ChatMessage result(String text) {
    return new ChatMessage.ToolResult("call_1", "sh", text, false);
  }

  /** Models that are installed; "known" is in the catalogue and not installed. */
  public static LocalModels installed(LocalModel... installed) {
    return new LocalModels() {
      @Override
      public Optional<LocalModel> find(String name) {
        return installed().stream().filter(model -> model.name().equals(name)).findFirst();
      }

      @Override
      public List<LocalModel> installed() {
        return List.of(installed);
      }

      @Override
      public List<CatalogueEntry> catalogue() {
        return List.of(new CatalogueEntry("known", "", 1, DIGEST, "MIT", 2048, false, List.of()));
      }
    };
  }
}
