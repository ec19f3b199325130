package dev.otters.agentfile.parser;

import dev.otters.agentfile.ParseResult;
import java.util.Map;

/** Is what Jazzer calls, with bytes that it hopes will break the parser. */
public final class AnyBytes {
  private static final Map<String, String> ARGUMENTS = Map.of("a", "b \"c", "b", "${a}\n");

  private AnyBytes() {}

  /** Parses a file; anything thrown is a finding. */
  public static void fuzzerTestOneInput(byte[] source) {
    ParseResult result = AgentfileParser.parse("Agentfile", source, ARGUMENTS);
    Invariants.check(source, result);
  }
}
