package dev.otters.bench.run;

import java.io.IOException;

/**
 * The daemon as a server of agents called {@code NAME0}, {@code NAME1} and so on.
 *
 * @param prefix the name before the number
 */
public record OttersChat(OttersHome home, Api api, String prefix, int agents)
    implements ChatServer {
  @Override
  public String name() {
    return "otters";
  }

  @Override
  public Session open(int agent) throws IOException, InterruptedException {
    Api.Conversation conversation = api.open(prefix + agent, "hello");
    conversation.awaitEnd();
    return new Followed(conversation);
  }

  @Override
  public double ask(int agent, String text) throws IOException, InterruptedException {
    return api.ask(prefix + agent, text);
  }

  @Override
  public ProcessHandle process() {
    return home.daemon();
  }

  private record Followed(Api.Conversation conversation) implements Session {
    @Override
    public double ask(String text, Deltas deltas) throws IOException, InterruptedException {
      long begin = System.nanoTime();
      conversation.send(text);
      conversation.awaitEnd(deltas);
      return Clock.millisSince(begin);
    }

    @Override
    public void close() throws IOException {
      conversation.close();
    }
  }
}
