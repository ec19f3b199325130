package dev.otters.bench.code;

import dev.otters.protocol.Call;
import dev.otters.protocol.EventBody.ToolResult;
import dev.otters.protocol.LineTooLongException;
import dev.otters.protocol.MalformedMessageException;
import dev.otters.protocol.Message;
import dev.otters.protocol.WireCodec;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Encodes and decodes the largest message of the wire: the request for a completion, with the whole
 * conversation.
 */
@State(Scope.Benchmark)
public class WireLines {
  /** Number of lines of output. */
  @Param({"10", "100", "1000"})
  public int size;

  private Message message = new Message.Request(1, new Call.Lease());
  private byte[] line = {};

  /** Creates the result of a tool that printed so many lines. */
  @Setup
  public void prepare() throws LineTooLongException {
    String output = "A line of output, with \"quotes\" and of some length.\n".repeat(size);
    ToolResult result =
        new ToolResult(
            "call", "sh", 0, output, "", 12, false, Optional.empty(), false, Optional.empty());
    message = new Message.Request(7, new Call.Result("activation", 3, 1, result));
    line = WireCodec.encode(message);
  }

  /** Encodes the line. */
  @Benchmark
  public byte[] encode() throws LineTooLongException {
    return WireCodec.encode(message);
  }

  /** Decodes the line. */
  @Benchmark
  public Message decode() throws MalformedMessageException {
    return WireCodec.decode(line);
  }
}
