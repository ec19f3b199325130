package dev.otters.bench.code;

import dev.otters.protocol.Call;
import dev.otters.protocol.ChatMessage;
import dev.otters.protocol.LineTooLongException;
import dev.otters.protocol.MalformedMessageException;
import dev.otters.protocol.Message;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.ToolSchema;
import dev.otters.protocol.WireCodec;
import java.util.ArrayList;
import java.util.List;
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
  /** Number of messages of the conversation. */
  @Param({"10", "100", "1000"})
  public int size;

  private Message message = new Message.Request(1, new Call.Lease());
  private byte[] line = {};

  /** Creates a conversation in which every fourth message is the result of a tool. */
  @Setup
  public void prepare() throws LineTooLongException {
    List<ChatMessage> messages = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      messages.add(message(i));
    }
    ToolSchema tool = new ToolSchema("sh", "A shell.", "{\"type\":\"object\"}");
    message =
        new Message.Request(7, new Call.Complete("activation", 3, "call", messages, List.of(tool)));
    line = WireCodec.encode(message);
  }

  private static ChatMessage message(int number) {
    String text = "Message %d, with \"quotes\" and a line\nof some length. ".formatted(number);
    return switch (number % 4) {
      case 0 -> new ChatMessage.User(text);
      case 1 ->
          new ChatMessage.Assistant(
              text, List.of(new ToolCall("c" + number, "sh", "{\"args\":[\"-c\",\"ls\"]}")));
      case 2 -> new ChatMessage.ToolResult("c" + (number - 1), "sh", text.repeat(4), false);
      default -> new ChatMessage.Assistant(text, List.of());
    };
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
