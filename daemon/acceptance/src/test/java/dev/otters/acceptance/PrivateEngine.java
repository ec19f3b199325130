package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Docker engine that only one test uses, which may stop or kill it. */
public final class PrivateEngine implements AutoCloseable {
  private static final Pattern HOST = Pattern.compile("DOCKER_HOST=(unix://(\\S+))");

  private final Path folder;
  private final Matcher host;

  private PrivateEngine(Path folder) {
    this.folder = folder;
    this.host = HOST.matcher(script("start"));
    assertThat(host.find()).isTrue();
  }

  /** Starts an engine without images and containers. */
  public static PrivateEngine fresh() throws IOException {
    return new PrivateEngine(Files.createTempDirectory("engine-"));
  }

  /** Returns the value of {@code DOCKER_HOST}. */
  public String host() {
    return host.group(1);
  }

  public void start() {
    script("start");
  }

  /** Stops the engine and its containers. */
  public void stop() {
    script("stop");
  }

  /** Kills the engine, and none of its containers. */
  public void kill() {
    Path pid = Path.of(host.group(2)).resolveSibling("dockerd.pid");
    ProcessHandle engine = ProcessHandle.of(Long.parseLong(Otters.read(pid).strip())).orElseThrow();
    assertThat(engine.destroyForcibly()).isTrue();
    ProcessEnd.await("the engine is gone", engine);
  }

  private String script(String verb) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.remove("DOCKER_HOST");
    environment.put("OTTERS_ENGINE_DIR", folder.toString());
    String script = Distribution.root().resolve("gradle/engine.sh").toString();
    return Run.start(Distribution.root(), environment, "", List.of(script, verb, "28"))
        .await()
        .ok();
  }

  @Override
  public void close() throws IOException {
    script("clean");
    Trees.delete(folder);
  }
}
