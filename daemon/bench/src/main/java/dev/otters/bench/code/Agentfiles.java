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

/** Parses an Agentfile. */
@State(Scope.Benchmark)
public class Agentfiles {
  /** Number of groups of four instructions. */
  @Param({"10", "100", "1000"})
  public int size;

  private byte[] source = {};

  /** Returns a file of the given size. */
  public static byte[] source(int size) {
    StringBuilder text = new StringBuilder("FROM scratch\nNAME bench\nMODEL scripted/bench\n");
    for (int i = 0; i < size; i++) {
      text.append("# The instructions number ").append(i).append('\n');
      text.append("LABEL bench.label%d=\"value %d\"\n".formatted(i, i));
      text.append("ENV BENCH_%d=\"some value\" \"What it is for.\"\n".formatted(i));
      text.append("CONTEXT BENCH%d \"Text.\" <<END\nBe kind.\nBe brief.\nEND\n".formatted(i));
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Generates the file and checks that it is valid. */
  @Setup
  public void prepare() {
    source = source(size);
    ParseResult parsed = parse();
    if (!(parsed instanceof ParseResult.Parsed)) {
      throw new IllegalStateException("the Agentfile of the benchmark is wrong: " + parsed);
    }
  }

  /** Parses it. */
  @Benchmark
  public ParseResult parse() {
    return AgentfileParser.parse("Agentfile", source, Map.of());
  }
}
