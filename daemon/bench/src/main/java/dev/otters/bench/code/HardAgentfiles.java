package dev.otters.bench.code;

import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.parser.AgentfileParser;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Parses Agentfiles that are as slow to parse as possible. All files of one size have equal length.
 */
@State(Scope.Benchmark)
public class HardAgentfiles {
  /** Size in KiB. */
  @Param({"100", "1000"})
  public int size;

  /** The construct that the file repeats. */
  @Param({"line", "heredocs", "references", "mistakes", "strangers", "vaults"})
  public String shape = "line";

  private byte[] source = {};

  /** Generates the file. */
  @Setup
  public void prepare() {
    StringBuilder text = new StringBuilder("FROM scratch\n");
    for (int i = 0; text.length() < size * 1024; i++) {
      text.append(piece(i));
    }
    text.setLength(size * 1024);
    source = text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Parses it. */
  @Benchmark
  public ParseResult parse() {
    return AgentfileParser.parse("Agentfile", source, Map.of());
  }

  private String piece(int i) {
    return switch (shape) {
      case "line" -> i == 0 ? "LABEL a=\"" : "word \\\" ";
      case "heredocs" -> "CONTEXT C%d <<E%d\nbe kind\nE%d\n".formatted(i, i, i);
      case "references" -> "ARG a%d=x\nLABEL l%d=\"${a%d} ${a%d}\"\n".formatted(i, i, i, i / 2);
      case "mistakes" -> "CAPABILITY note-svae note-lst " + i + "\n";
      case "strangers" -> "ARG key%d=1\nLABEL l=${kye%d}\n".formatted(i, i);
      case "vaults" -> "BIN b%d x\nVAULT v%d ENV=A FOR=c%d\n".formatted(i, i, i);
      default -> throw new IllegalArgumentException(shape);
    };
  }
}
