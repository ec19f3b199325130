package dev.otters.bench.figure;

/**
 * Figures of openotters 1.0.0-alpha.9 (Go, without a sandbox except where Docker is mentioned) and
 * docker-agent 1.32 (Go, without a sandbox), measured earlier on this kind of machine.
 */
final class Peers {
  static final String READY = "openotters in Docker: 199-232 ms, 1.21× docker run";
  static final String ANSWERED = "openotters: 1,010 ms";
  static final String TURN = "docker-agent 7 ms; openotters 2-3 ms (nothing durable)";
  static final String TURN_WITH_TOOL = "docker-agent 13 ms; openotters 4.5-6 ms (nothing durable)";
  static final String PS = "openotters 17-20 ms";
  static final String VERSION = "openotters 13 ms; docker-agent 45 ms";
  static final String RUN = "openotters 172-182 ms (no sandbox)";
  static final String PROMPT = "openotters 19-20 ms; docker-agent 65 ms";
  static final String PROMPT_WITH_TOOL = "openotters 27 ms; docker-agent 64 ms";
  static final String RUNTIME_RSS = "openotters 29 MiB";
  static final String RUNTIME_CGROUP = "openotters 8-9 MiB";
  static final String DAEMON = "openotters 21 MiB; docker-agent 55-75 MiB";
  static final String DAEMON_BUSY = "openotters 27 MiB with 10";
  static final String IMAGE = "openotters 13.3 MB (runtime binary)";
  static final String BUILD = "openotters 25-28 ms";
  static final String BUILD_LARGE = "openotters 110 ms";
  static final String PUSH = "openotters 607 ms";
  static final String PULL = "openotters 911 ms";

  private Peers() {}
}
