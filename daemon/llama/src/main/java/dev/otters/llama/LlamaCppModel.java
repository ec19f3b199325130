package dev.otters.llama;

import de.kherud.llama.InferenceParameters;
import de.kherud.llama.LlamaIterator;
import de.kherud.llama.LlamaModel;
import de.kherud.llama.ModelParameters;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A model that llama.cpp runs. */
final class LlamaCppModel implements LoadedModel {
  private static final byte[] MAGIC = "GGUF".getBytes(StandardCharsets.US_ASCII);

  /** Number of tokens in a batch. A prompt can be cancelled only between two batches. */
  private static final int BATCH = 64;

  private final LlamaModel model;

  private LlamaCppModel(LlamaModel model) {
    this.model = model;
  }

  /** Loads a model. */
  static LoadedModel load(Options options) throws LoadException {
    check(options.weights());
    try {
      return new LlamaCppModel(new LlamaModel(parameters(options)));
    } catch (RuntimeException e) {
      throw new LoadException(
          "damaged", options.weights() + " is not a model that llama.cpp can load: " + message(e));
    } catch (UnsatisfiedLinkError e) {
      throw new LoadException("library", "llama.cpp cannot be loaded: " + e.getMessage());
    }
  }

  private static void check(Path weights) throws LoadException {
    try (InputStream in = Files.newInputStream(weights)) {
      if (!Arrays.equals(MAGIC, in.readNBytes(MAGIC.length))) {
        throw new LoadException("damaged", weights + " is not a GGUF file");
      }
    } catch (IOException e) {
      throw new LoadException("missing", "cannot read " + weights + ": " + e.getMessage());
    }
  }

  private static ModelParameters parameters(Options options) {
    return new ModelParameters()
        .setModel(options.weights().toString())
        .setCtxSize(options.contextSize() * options.slots())
        .setParallel(options.slots())
        .setThreads(options.threads())
        .setBatchSize(BATCH)
        .setUbatchSize(BATCH)
        .disableContextShift();
  }

  @Override
  public int count(String text) {
    return model.encode(text).length;
  }

  @Override
  public Generation begin(Request.Complete request) {
    InferenceParameters parameters =
        new InferenceParameters(request.prompt())
            .setCachePrompt(true)
            .setTemperature((float) request.temperature())
            .setTopP((float) request.topP())
            .setSeed(request.seed())
            .setNPredict(request.maxTokens())
            .setStopStrings(request.stop().toArray(String[]::new));
    if (!request.grammar().isEmpty()) {
      parameters.setGrammar(request.grammar());
    }
    try {
      return new Running(model.generate(parameters).iterator());
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(message(e), e);
    }
  }

  private static String message(RuntimeException failure) {
    return String.valueOf(failure.getMessage());
  }

  private record Running(LlamaIterator outputs) implements Generation {
    @Override
    public @Nullable String next() {
      try {
        return outputs.hasNext() ? outputs.next().text : null;
      } catch (RuntimeException e) {
        throw new IllegalArgumentException(message(e), e);
      }
    }

    @Override
    public void cancel() {
      outputs.cancel();
    }
  }
}
