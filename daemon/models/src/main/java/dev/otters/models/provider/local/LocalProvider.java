package dev.otters.models.provider.local;

import dev.otters.home.time.Time;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.gateway.Provider;
import dev.otters.models.price.ModelSize;
import dev.otters.models.provider.local.prompt.ChatMl;
import dev.otters.models.provider.local.prompt.Prompt;
import dev.otters.models.provider.local.prompt.ReplyReader;
import dev.otters.models.weights.LocalModel;
import dev.otters.models.weights.LocalModels;
import dev.otters.protocol.ToolCall;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * Runs models on this machine. A grammar restricts a model that can choose tools to an answer or a
 * tool call; other models are not offered tools.
 */
public final class LocalProvider implements Provider, AutoCloseable {
  private final LocalModels models;
  private final ModelSlot bench;

  LocalProvider(LocalModels models, ModelSlot bench) {
    this.models = models;
    this.bench = bench;
  }

  /**
   * Creates the provider without loading a model.
   *
   * @param distribution the installation folder, with {@code lib/llama}
   * @param folders the parent of the child processes' folders, short enough for a socket's path
   * @param idle how long an idle model stays loaded
   * @throws IOException if the remains of an earlier daemon cannot be removed
   */
  public static LocalProvider open(
      LocalModels models, Path distribution, Path folders, Duration idle, Time time)
      throws IOException {
    ProcessLauncher launcher =
        new ProcessLauncher(ChildProgram.of(distribution), folders, ChildTimeouts.USUAL);
    launcher.sweep();
    return new LocalProvider(
        models,
        new ModelSlot(launcher, AvailableMemory.ofThisMachine(), idle, time, Processors::room));
  }

  @Override
  public String name() {
    return LocalModels.PROVIDER;
  }

  @Override
  public void check(String model) {
    find(model);
  }

  @Override
  public List<ModelOffer> models() {
    return models.installed().stream().map(LocalProvider::offer).toList();
  }

  @Override
  public OptionalInt contextSize(String model) {
    return models.find(model).stream()
        .mapToInt(found -> LoadSettings.usual(found, 1).contextSize())
        .findFirst();
  }

  private static ModelOffer offer(LocalModel model) {
    int context = LoadSettings.usual(model, 1).contextSize();
    String note =
        model.choosesTools()
            ? "runs on this machine, calls tools"
            : "runs on this machine, chats only, without tools";
    return new ModelOffer(model.name(), ModelSize.of(context), note);
  }

  @Override
  public Completion complete(CompletionRequest request, Caller caller, Consumer<String> text)
      throws InterruptedException {
    LocalModel model = find(request.model());
    Sampling sampling = Sampling.of(request.options());
    Prompt prompt = Prompt.of(request, model.choosesTools());
    return bench.use(
        model,
        caller,
        (child, loaded) -> {
          ContextWindow window = new ContextWindow(model.name(), loaded.contextSize());
          ContextWindow.Fitted fitted = window.fit(prompt, sampling, child::count);
          GenerationRequest ask =
              new GenerationRequest(
                  fitted.text(),
                  prompt.grammar(),
                  fitted.sampling(),
                  fitted.tokens(),
                  List.of(ChatMl.END));
          return ask.grammar().isEmpty()
              ? chat(child.complete(ask, text))
              : choose(model, child, ask, prompt.calls(), text);
        });
  }

  /** Returns whether no caller uses a model or waits for one. */
  boolean isIdle() {
    return bench.waiting() == 0;
  }

  private LocalModel find(String model) {
    return models
        .find(model)
        .orElseThrow(
            () ->
                Failures.notInstalled(
                    model,
                    models.catalogue().stream().anyMatch(entry -> entry.name().equals(model))));
  }

  private static Completion chat(Generation ended) {
    return new Completion(ended.text(), List.of(), reason(ended), usage(ended));
  }

  private static Completion choose(
      LocalModel model, Child child, GenerationRequest ask, int calls, Consumer<String> text)
      throws InterruptedException {
    ReplyReader spoken = new ReplyReader(text);
    Generation ended = child.complete(ask, spoken::hear);
    if (spoken.isAnswer() || ended.limited()) {
      return new Completion(spoken.said(), List.of(), reason(ended), usage(ended));
    }
    ReplyReader.Call call = spoken.call().orElseThrow(() -> Failures.brokenAnswer(model.name()));
    ToolCall made = new ToolCall("call_" + (calls + 1), call.tool(), call.input().toJson());
    return new Completion("", List.of(made), StopReason.TOOL_USE, usage(ended));
  }

  private static StopReason reason(Generation ended) {
    return ended.limited() ? StopReason.MAX_TOKENS : StopReason.END_TURN;
  }

  private static Usage usage(Generation ended) {
    return new Usage(ended.promptTokens(), ended.outputTokens());
  }

  /** Unloads the model. */
  @Override
  public void close() {
    bench.close();
  }
}
