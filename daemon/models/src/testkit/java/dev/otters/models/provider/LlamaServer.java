package dev.otters.models.provider;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** llama.cpp's own server with a small model, started by {@code gradle/llama-server.sh}. */
public final class LlamaServer implements AutoCloseable {
  /** The only model that it has. */
  public static final String MODEL = "smollm2-135m";

  private static final String PREFIX = "LLAMA_SERVER=";

  private final Path folder;
  private final URI base;

  /** Starts one, which keeps its files in this folder. */
  public LlamaServer(Path folder) throws IOException, InterruptedException {
    this.folder = folder;
    String said = run("start", folder);
    if (!said.startsWith(PREFIX)) {
      throw new IOException("the model server did not start: " + said);
    }
    base = URI.create(said.substring(PREFIX.length()).strip() + "/v1");
  }

  /** Returns the base of its OpenAI-compatible API. */
  public URI base() {
    return base;
  }

  private static String run(String verb, Path folder) throws IOException, InterruptedException {
    String script = Path.of(System.getProperty("otters.root"), "gradle/llama-server.sh").toString();
    Process process =
        new ProcessBuilder(script, verb, folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("llama-server.sh " + verb + " failed");
    }
    return said;
  }

  @Override
  public void close() throws IOException {
    try {
      run("stop", folder);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
