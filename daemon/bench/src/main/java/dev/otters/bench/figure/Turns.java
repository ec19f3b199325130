package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Goal;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Report;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Api;
import dev.otters.bench.run.OttersHome;
import dev.otters.bench.run.Workbench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Measures the duration of a prompt with a model without latency. */
public final class Turns implements Group {
  private static final int WARM_UP = 40;
  private static final int PROMPTS = 200;
  private static final int PER_SESSION = 20;
  private static final int LONG_SESSION = 200;
  private static final double GROWTH = 2;
  private static final double PLAIN_LIMIT = 8;
  private static final double TOOL_LIMIT = 14;

  private static final String METHOD =
      """
      `POST …/events` until the event `turn.finished` arrives on the session's stream: the message, the activation, the
      answer and each tool step are on disk (`synchronous=FULL`) by then. A conversation of %d prompts is followed by one
      open stream; *new session* also opens the stream. %d prompts each, after %d to warm up; the model is a script \
      without delay, the tool is a shell that says one word. *To a follower*: from `POST …/events` to the arrival of the message
      on open streams of the session, all of which this program reads, before its turn. *Catalog*: from the
      arrival of the event that a turn has started, or ended, until the last file that changes is in the folder.\
      """
          .formatted(PER_SESSION, PROMPTS, WARM_UP);

  @Override
  public String name() {
    return "turn";
  }

  @Override
  public Report measure(Workbench bench) throws IOException, InterruptedException {
    if (bench.engine().isEmpty()) {
      return Report.without("Prompt", METHOD, Workbench.NO_ENGINE);
    }
    OttersHome home = OttersHome.open(bench);
    Agents.model(home);
    Agents.withShell(home, "talker");
    Api api = home.api();
    api.run(Map.of("ref", "talker:latest", "config", Agents.WITHOUT_BUDGET));
    for (int i = 0; i < WARM_UP; i++) {
      api.ask("talker", i % 2 == 0 ? Agents.HELLO : Agents.WITH_TOOL);
    }
    Figure plain =
        figure("prompt, no tool", conversations(api, Agents.HELLO), PLAIN_LIMIT, Peers.TURN);
    List<Figure> figures =
        new ArrayList<>(
            List.of(
                plain,
                Figure.of("prompt, no tool, after " + LONG_SESSION + " others", late(api))
                    .against("prompt", plain.measured())
                    .goal(new Goal.TimesBaseline(GROWTH)),
                figure(
                    "new session, no tool", sessions(api, Agents.HELLO), PLAIN_LIMIT, Peers.TURN),
                figure(
                    "prompt, one tool call",
                    conversations(api, Agents.WITH_TOOL),
                    TOOL_LIMIT,
                    Peers.TURN_WITH_TOOL),
                figure(
                    "new session, one tool call",
                    sessions(api, Agents.WITH_TOOL),
                    TOOL_LIMIT,
                    Peers.TURN_WITH_TOOL)));
    figures.addAll(CatalogUpdates.figures(home, api, "talker", plain.measured()));
    figures.addAll(Delivery.figures(api, "talker"));
    api.remove("talker");
    return new Report("Prompt", METHOD, figures, List.of());
  }

  private static Figure figure(String name, List<Double> values, double limit, String peers) {
    return Figure.of(name, new Quantity(new Samples(values), Unit.MILLISECONDS))
        .goal(new Goal.AtMost(limit))
        .peers(peers);
  }

  private static List<Double> conversations(Api api, String text)
      throws IOException, InterruptedException {
    List<Double> values = new ArrayList<>();
    while (values.size() < PROMPTS) {
      try (Api.Conversation conversation = api.open("talker", text)) {
        conversation.awaitEnd();
        for (int i = 0; i < PER_SESSION; i++) {
          values.add(conversation.ask(text));
        }
      }
    }
    return values;
  }

  /**
   * Measures the last prompts of a long conversation, each of which sends the whole conversation to
   * the model.
   */
  private static Quantity late(Api api) throws IOException, InterruptedException {
    List<Double> values = new ArrayList<>();
    try (Api.Conversation conversation = api.open("talker", Agents.HELLO)) {
      conversation.awaitEnd();
      for (int i = 1; i < LONG_SESSION + PER_SESSION; i++) {
        values.add(conversation.ask(Agents.HELLO));
      }
    }
    List<Double> last = values.subList(values.size() - PER_SESSION, values.size());
    return new Quantity(new Samples(last), Unit.MILLISECONDS);
  }

  private static List<Double> sessions(Api api, String text)
      throws IOException, InterruptedException {
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < PROMPTS; i++) {
      values.add(api.ask("talker", text));
    }
    return values;
  }
}
