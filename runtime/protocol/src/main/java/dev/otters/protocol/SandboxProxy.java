package dev.otters.protocol;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The proxy as the programs of a sandbox see it, at which the runtime listens. */
public final class SandboxProxy {
  /** The port of the sandbox's loopback interface. */
  public static final int PORT = 3128;

  /** The name of the daemon's socket for the proxy, in the folder of the agent's socket. */
  public static final String SOCKET = "e.sock";

  /** The first argument of a runtime that runs a program beside the proxy, instead of an agent. */
  public static final String OPTION = "--proxied";

  /** The socket in the sandbox of a tool that runs without an agent. */
  public static final Path OF_RUN = Path.of("/run/otters", SOCKET);

  /**
   * The variables by which programs find the proxy, in both spellings. {@code ALL_PROXY} does not
   * name the SOCKS proxy, which has the same port: Python's clients refuse to start with one unless
   * a library for it is there.
   */
  public static final Map<String, String> VARIABLES = variables();

  private SandboxProxy() {}

  private static Map<String, String> variables() {
    Map<String, String> all = new HashMap<>();
    String proxy = "http://127.0.0.1:" + PORT;
    for (String key : List.of("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")) {
      all.put(key, proxy);
      all.put(key.toLowerCase(Locale.ROOT), proxy);
    }
    all.put("NO_PROXY", "localhost,127.0.0.1,::1");
    all.put("no_proxy", "localhost,127.0.0.1,::1");
    all.put("NODE_USE_ENV_PROXY", "1");
    return Map.copyOf(all);
  }
}
