package dev.otters.agents.deaths;

import dev.otters.agents.deaths.Death.Moment;
import dev.otters.agents.deaths.Journal.Kind;
import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.sessions.LogAudit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * How a scenario ended.
 *
 * @param story the calls of each session, its answers, and how its turns ended, each in the order
 *     of the log
 * @param users the messages and wakes that are in the log
 * @param answered the messages and wakes in the answers, as often as they are there
 * @param results what came of each call: {@code ok}, {@code unknown}, or why it did not run
 * @param effects the calls that had an effect, as often as they had it
 * @param acknowledged the messages that the daemon acknowledged
 * @param paidAgain the steps that the model was asked although the runtime knew its answer
 * @param faults what else went wrong
 * @param deaths the deaths that happened
 * @param counts how many moments there were since the last death
 */
record Ending(
    Map<String, List<String>> story,
    List<String> users,
    List<String> answered,
    Map<String, String> results,
    List<String> effects,
    List<String> acknowledged,
    List<String> paidAgain,
    List<String> faults,
    List<Death> deaths,
    Counts counts) {
  /** The moments since the last death. */
  record Counts(int commits, int requests, int answers) {
    int of(Moment moment) {
      return switch (moment) {
        case BEFORE_COMMIT, AFTER_COMMIT -> commits;
        case REQUEST -> requests;
        case ANSWER -> answers;
      };
    }
  }

  /** What came of a call without a result of its own. */
  static final String UNKNOWN = "unknown";

  static final String OK = "ok";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String DONE = "done ";

  private record Entry(String session, String id, String type, JsonNode body) {
    static Entry of(Row row) {
      return new Entry(
          row.text("name"), row.text("id"), row.text("type"), JSON.readTree(row.text("body")));
    }

    String text(String member) {
      return body.path(member).asString("");
    }
  }

  static Ending of(World world, DaemonLife daemon, Fate fate) {
    List<Entry> log = daemon.database().read(Ending::log);
    Journal journal = world.journal();
    List<String> faults = new ArrayList<>(journal.all(Kind.FAULT));
    try {
      LogAudit.check(daemon.database());
      LogAudit.allAnswered(daemon.database());
    } catch (AssertionError e) {
      faults.add("the log is not coherent: " + e.getMessage());
    }
    List<String> users = log.stream().filter(Ending::isUsers).map(Ending::plan).sorted().toList();
    journal.all(Kind.GONE).stream()
        .filter(id -> users.contains(id))
        .forEach(id -> faults.add(id + " is left of a session that is gone"));
    Counts counts;
    synchronized (world) {
      counts =
          new Counts(
              fate.count(Moment.AFTER_COMMIT),
              fate.count(Moment.REQUEST),
              fate.count(Moment.ANSWER));
    }
    return new Ending(
        story(log),
        users,
        log.stream().flatMap(entry -> answers(entry).stream()).sorted().toList(),
        results(log),
        journal.all(Kind.EFFECT),
        acknowledged(journal),
        journal.all(Kind.ASKED_AGAIN),
        faults,
        fate.met(),
        counts);
  }

  private static List<String> acknowledged(Journal journal) {
    List<String> gone = journal.all(Kind.GONE);
    return journal.all(Kind.STORED).stream()
        .filter(id -> !id.equals("r1") && !gone.contains(id))
        .toList();
  }

  private static List<Entry> log(Rows rows) {
    return rows.list(
        "SELECT s.id AS name, e.id, e.type, e.body FROM events e JOIN sessions s ON s.key ="
            + " e.session ORDER BY s.id, e.seq",
        Entry::of);
  }

  private static boolean isUsers(Entry entry) {
    return entry.type().equals("user.message") || entry.type().equals("wake.fired");
  }

  /** Returns the id of the plan in a message or wake. */
  private static String plan(Entry entry) {
    String text = entry.text("text") + entry.text("note");
    return text.replaceAll("(?s).*plan (\\w+):.*", "$1");
  }

  private static Map<String, List<String>> story(List<Entry> log) {
    Map<String, List<String>> story = new TreeMap<>();
    for (Entry entry : log) {
      switch (entry.type()) {
        case "agent.tool_use", "agent.custom_tool_use" ->
            add(story, entry, "calls", entry.text("call") + " " + entry.text("name"));
        case "agent.message" -> answers(entry).forEach(id -> add(story, entry, "answers", id));
        case "turn.finished" -> {
          if (!entry.text("outcome").equals("answered")) {
            add(story, entry, "ends", entry.text("outcome"));
          }
        }
        case "session.compacted" -> {
          List<String> unused = story.put(entry.session() + " summaries", List.of("some"));
        }
        case "session.status_changed" -> {
          if (entry.text("to").equals("terminated")) {
            add(story, entry, "ends", "terminated");
          }
        }
        default -> {}
      }
    }
    return story;
  }

  private static void add(Map<String, List<String>> story, Entry entry, String what, String line) {
    story.computeIfAbsent(entry.session() + " " + what, it -> new ArrayList<>()).add(line);
  }

  private static List<String> answers(Entry entry) {
    String text = entry.text("text");
    return text.startsWith(DONE)
        ? List.of(text.substring(DONE.length()).split(" ", -1))
        : List.of();
  }

  private static Map<String, String> results(List<Entry> log) {
    Map<String, String> results = new LinkedHashMap<>();
    for (Entry entry : log) {
      switch (entry.type()) {
        case "agent.tool_use", "agent.custom_tool_use" ->
            results.putIfAbsent(entry.text("call"), UNKNOWN);
        case "agent.tool_result", "user.custom_tool_result" ->
            results.merge(entry.text("call"), result(entry), Ending::second);
        default -> {}
      }
    }
    return results;
  }

  private static String second(String first, String next) {
    return first.equals(UNKNOWN) ? next : first + " and " + next;
  }

  private static String result(Entry entry) {
    String error = entry.text("error");
    if (error.contains("may or may not")) {
      return UNKNOWN;
    }
    return error.isEmpty() ? OK : error;
  }
}
