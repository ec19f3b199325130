package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every option of the commands that operate agents, with wrong, forbidden and contradictory values:
 * one error, the documented exit code, and nothing changed.
 */
@Tag("docker")
class BadOptionsTest {
  /** The exit code, the command and a part of its error. {@code bob} runs and {@code al} rests. */
  private static final String TABLE =
      """
      2 | run | missing PATH|REF|-
      2 | run ./absent | absent does not exist
      2 | run probe:1 probe:2 | unexpected argument 'probe:2'
      3 | run absent:1 --name new | there is no image absent:1
      4 | run probe:1 --name bob | there is an agent 'bob' already
      2 | run probe:1 --name UPPER! | name 'UPPER!' must be
      2 | run probe:1 --name new --name newer | '--name' is given more than once
      2 | run probe:1 --name new --model x | must be <provider>/<model>
      40 | run probe:1 --name new --model absent/x | there is no model provider 'absent'
      41 | run probe:1 --name new --model scripted/absent | there is no script
      2 | run probe:1 --name new --executor podman | expected one of docker, system
      2 | run probe:1 --name new --unsandboxed | needs '--executor system'
      2 | run probe:1 --name new --pull sometimes | expected one of always, missing, never
      2 | run probe:1 --name new --bin-mounts copy | expected one of auto, image, bind
      2 | run probe:1 --name new --user x | 'x' is not a valid user
      2 | run probe:1 --name new --user 4294967296 | is not a valid user
      2 | run probe:1 --name new --user 1:2:3 | is not a valid user
      2 | run probe:1 --name new -u 0 | 0 is root
      2 | run probe:1 --name new -u 5:0 | 0 is root
      2 | run probe:1 --name new --rm --restart no | --rm and --restart exclude each other
      2 | run probe:1 --name new --restart remove | expected one of no, on-failure
      2 | run probe:1 --name new --build-arg A=1 | needs a path to build
      2 | run probe:1 --name new --file Agentfile | needs a path to build
      2 | run probe:1 --name new --tag x:1 | needs a path to build
      2 | run contexts/probe --name new --tag Bad::x | is not a valid image reference
      2 | run contexts/probe --name new --file absent | absent does not exist
      2 | run contexts/probe --name new --build-arg =1 | expected KEY=VALUE
      10 | run contexts/probe --name new --build-arg ABSENT=1 | has no ARG
      2 | run probe:1 --name new --output xml | expected one of text, wide, json, yaml
      34 | run probe:1 --name new --memory 4m | must be at least 16 MiB
      34 | run probe:1 --name new --memory 31m | an agent's runtime needs at least 32 MiB
      34 | run probe:1 --name new --cpus 9999 | must be 0.01 to 4096
      34 | run probe:1 --name new --pids 15 | must be 16 to 4194304
      34 | run probe:1 --name new --shm-size 0 | must be at least 1 byte
      2 | run probe:1 --name new --label =v | expected KEY=VALUE
      2 | run probe:1 --name new --config a.b=c | CONFIG key 'a.b' must be
      2 | run probe:1 --name new --config max-iterations=0 | must be a whole number
      2 | run probe:1 --name new --config temperature=hot | temperature must be a number
      2 | run probe:1 --name new --config top-k=0 | must be a whole number, 1 or greater
      2 | run probe:1 --name new --config trace=loud | must be full, redacted, sizes or off
      2 | run probe:1 --name new --budget session-tokens | expected KEY=VALUE
      2 | run probe:1 --name new --config model-endpoint=yes | model-endpoint must be on or off
      2 | run probe:1 --name new --config model-endpoint-models=gpt | must be provider/model
      2 | run probe:1 --name new --model-endpoint --config model-endpoint=off | exclude each other
      2 | run probe:1 --name new --grant a//b | must not have empty segments
      2 | run probe:1 --name new --grant %2e%2e | must have only letters
      2 | run probe:1 --name new --context-id a/b | must be 1 to 64 letters
      2 | run probe:1 --name new --config context-write=on | context-write must be true or false
      2 | run probe:1 --name new --config workspace-scope=each | workspace-scope must be agent or session
      2 | run probe:1 --name new --ask absent | cannot be asked about absent: no such BIN
      2 | run probe:1 --name new --network host | expected one of egress, none, bridge
      2 | run probe:1 --name new --allow-host https://a.example | is not a host
      2 | run probe:1 --name new --allow-host a.example:0 | is not a host
      2 | run probe:1 --name new --network none --allow-host a.example | has no rules for hosts
      2 | run probe:1 --name new -e PATH=x | 'PATH' is reserved
      2 | run probe:1 --name new --env-file absent | absent does not exist
      2 | run probe:1 --name new -v x | it names no target
      2 | run probe:1 --name new --mount type=volume,source=x,target=/y | only bind
      2 | run probe:1 --name new --mount type=bind,source=/etc/hosts | the target is empty
      2 | run probe:1 --name new --repo https://x.example/a | it has an unknown key
      2 | run probe:1 --name new --repo name=a,rw | it has no name or no URL
      2 | run probe:1 --name new --repo name=a,url=ssh://x.example/a | are not cloned over ssh
      2 | update bob | nothing to change is given
      2 | update --allow-sensitive bob | nothing to change is given
      2 | update --memory 300m | missing AGENT
      2 | update --memory 300m bob al | unexpected argument 'al'
      2 | update --memory 300m --memory 400m bob | is given more than once
      3 | update --memory 300m absent | there is no agent 'absent'
      2 | update --memory much bob | expected a number of bytes
      2 | update --memory -1 bob | expected a number of bytes
      2 | update --memory 99999999999g bob | expected a smaller number
      34 | update --memory 0 bob | must be at least 16 MiB
      34 | update --memory 31m bob | an agent's runtime needs at least 32 MiB
      2 | update --cpus 0 bob | expected a number greater than 0
      2 | update --cpus NaN bob | expected a number greater than 0
      34 | update --cpus 100000 bob | must be 0.01 to 4096
      2 | update --pids 0 bob | expected a whole number
      2 | update --pids 99999999999 bob | expected a whole number
      34 | update --pids 1 bob | must be 16 to 4194304
      2 | update --shm-size -1 bob | expected a number of bytes
      34 | update --shm-size 0 bob | must be at least 1 byte
      2 | update --restart sometimes bob | expected one of no, on-failure
      2 | update --restart on-failure:-1 bob | expected one of no, on-failure
      2 | update --restart remove bob | expected one of no, on-failure
      2 | update --model / bob | must start with a provider
      40 | update --model absent/x bob | there is no model provider 'absent'
      41 | update --model scripted/absent bob | there is no script
      2 | update --image Bad::ref bob | is not a valid image reference
      3 | update --image absent:1 bob | there is no image absent:1
      24 | update --image otters/tools/sh:latest bob | is not an agent image
      2 | update --config x bob | expected KEY=VALUE
      2 | update --config model-endpoint=yes bob | model-endpoint must be on or off
      2 | update --model-endpoint --config model-endpoint=off bob | exclude each other
      2 | update --grant ../x bob | must not have the segments
      2 | update --context-id .a bob | must be 1 to 64 letters
      2 | update --config max-iterations=no bob | must be a whole number
      2 | update --config temperature=hot bob | temperature must be a number
      2 | update --budget week-cost=1 bob | there is no such budget
      2 | update --budget session-tokens=-1 bob | must be a number of tokens
      2 | update --budget day-cost=1e400 bob | must be US dollars
      2 | update --label x bob | expected KEY=VALUE
      2 | update --label-rm absent bob | the operator gave it none
      2 | update --label-rm l --label l=2 bob | --label and --label-rm both name 'l'
      2 | update -e =1 bob | found no key
      2 | update -e lower=1 bob | must be upper-case
      2 | update -e LD_PRELOAD=x bob | 'LD_PRELOAD' is reserved
      2 | update -e OTTERS_TOKEN=x bob | 'OTTERS_TOKEN' is reserved
      2 | update --env-file absent bob | absent does not exist
      2 | update --env-file contexts bob | Is a directory
      2 | update --env-rm absent bob | the operator gave it none
      2 | update --env-rm A -e A=2 bob | -e and --env-rm both name 'A'
      2 | update -v /etc/hosts bob | it names no target
      2 | update -v /absent:/workspace/x bob | /absent does not exist
      2 | update -v /etc/hosts:/ bob | its target is the root folder
      2 | update -v /etc/hosts:/etc/x bob | the sandbox uses /etc
      2 | update -v /etc/hosts:/workspace/../x bob | its target contains ".."
      5 | update -v /proc:/workspace/p bob | is a part of the system
      2 | update -v /etc/hosts:/workspace/h --mount-rm /workspace/h bob | -v and --mount-rm both
      2 | update --mount-rm /absent bob | there is no such mount
      2 | update --allow-host *.com/x bob | is not a host
      2 | update --allow-host-rm a.example bob | there is no such rule
      2 | update --output xml --pids 99 bob | expected one of text, wide, json, yaml
      2 | update --name x bob | unknown option '--name'
      2 | update --network bridge bob | unknown option '--network'
      2 | update --executor system bob | unknown option '--executor'
      2 | update --user 5 bob | unknown option '--user'
      2 | rename | missing AGENT
      2 | rename bob | missing NAME
      2 | rename bob a b | unexpected argument 'b'
      2 | rename bob UPPER! | must be 1 to 63 letters
      2 | rename bob ../x | must be 1 to 63 letters
      3 | rename absent x | there is no agent 'absent'
      4 | rename bob al | there is an agent 'al' already
      4 | rename bob bob | agent bob has this name already
      2 | start | missing AGENT
      2 | start -t 3 bob | unknown option '-t'
      3 | start absent | there is no agent 'absent'
      2 | stop -t -1 bob | expected a whole number
      2 | stop -t 1.5 bob | expected a whole number
      3 | stop absent | there is no agent 'absent'
      2 | restart -t x bob | expected a whole number
      2 | restart -t 99999999999 bob | expected a whole number
      3 | restart absent | there is no agent 'absent'
      2 | kill -s TERM bob | unknown option '-s'
      3 | kill absent | there is no agent 'absent'
      4 | kill al | agent al is stopped
      2 | wait | missing AGENT
      3 | wait absent | there is no agent 'absent'
      2 | rm -f | missing AGENT
      3 | rm absent | there is no agent 'absent'
      4 | rm bob | agent bob is running
      4 | rm --keep-workspace bob | agent bob is running
      2 | exec bob | missing PROGRAM
      2 | exec bob -- | missing PROGRAM
      2 | exec -e =1 bob sh | found no key
      2 | exec -w relative bob sh | expected an absolute path
      2 | exec -it bob sh | standard input is not a terminal
      125 | exec absent sh | there is no agent 'absent'
      125 | exec al sh | agent al is not running
      127 | exec bob absent | cannot run absent
      126 | exec bob /workspace | cannot run /workspace
      127 | exec -w /absent bob sh | cannot change to /absent
      125 | exec --session absent bob sh | session absent not found
      125 | exec --session ../x bob sh | a session id or name has 1 to 128 letters
      3 | stats --no-stream --session absent bob | session absent not found
      3 | top --session absent bob | session absent not found
      2 | stats --no-stream --format {{.nope}} bob | unknown field '.nope'
      2 | stats --no-stream --output xml bob | expected one of text, wide, json, yaml
      3 | stats --no-stream absent | there is no agent 'absent'
      4 | stats --no-stream al | agent al is not running
      2 | top --format {{ bob | '{{' is not closed
      2 | top --output xml bob | expected one of text, wide, json, yaml
      2 | top bob bob | unexpected argument 'bob'
      4 | top al | agent al is not running
      2 | prompt --grant a//b bob hi | must not have empty segments
      2 | prompt --context-id a/b bob hi | must be 1 to 64 letters
      2 | prompt bob | the message is empty
      2 | prompt -s a -c bob hi | --session and --continue exclude each other
      2 | prompt -s ../x bob hi | is not a valid name
      2 | prompt --schema absent bob hi | no such file
      2 | prompt --file absent bob hi | no file
      2 | prompt --output xml bob hi | expected one of text, wide, json, yaml
      3 | prompt --start absent hi | there is no agent 'absent'
      4 | prompt al hi | Start it with 'otters start al'
      2 | system prune | cannot ask for confirmation
      2 | system prune -f --output xml | expected one of text, wide, json, yaml
      2 | system df --format {{.nope}} | unknown field '.nope'
      2 | system df --output xml | expected one of text, wide, json, yaml
      2 | daemon stop extra | unexpected argument 'extra'
      """;

  private static final Pattern OPTION =
      Pattern.compile("^ +(?:(-\\w), |    )(--[a-z-]+) \\S", Pattern.MULTILINE);

  private static Otters otters;

  private record Row(int code, List<String> words, String error) {
    static Row of(String line) {
      String[] cells = line.split(" \\| ", 3);
      return new Row(Integer.parseInt(cells[0]), List.of(cells[1].split(" ")), cells[2]);
    }

    String command() {
      String first = words.getFirst();
      return Set.of("system", "daemon").contains(first) ? first + " " + words.get(1) : first;
    }
  }

  private static Map<String, List<Row>> rows() {
    return TABLE.lines().map(Row::of).collect(Collectors.groupingBy(Row::command));
  }

  static Stream<String> commands() {
    return new TreeSet<>(rows().keySet()).stream();
  }

  @BeforeAll
  static void twoAgents() throws IOException {
    otters = Otters.fresh();
    String context = otters.agentWithShell("probe", "scripted/guide").toString();
    otters.run("build", context, "-t", "probe:1").ok();
    String[] run = {"run", "probe:1", "-e", "A=1", "--label", "l=1", "--name"};
    for (String name : List.of("bob", "al")) {
      otters.run(Stream.concat(Stream.of(run), Stream.of(name)).toArray(String[]::new)).ok();
    }
    otters.run("stop", "al").ok();
  }

  @AfterAll
  static void close() throws IOException {
    otters.close();
  }

  private static String state() {
    return otters.json("inspect", "bob", "al").toString() + otters.json("session", "ls", "bob");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aWrongCommandIsRefusedWithOneErrorAndChangesNothing(String command) {
    String before = state();
    rows().get(command).stream().parallel().forEach(BadOptionsTest::refused);
    assertThat(state()).isEqualTo(before);
    assertThat(otters.json("ps", "-a").size()).isEqualTo(2);
    assertThat(otters.sandboxes()).hasSize(1);
  }

  private static void refused(Row row) {
    Run run = otters.run(row.words.toArray(String[]::new));
    assertThat(run.failed(row.code)).as("%s", run).contains(row.error);
    assertThat(run.out()).as("%s", run).isEmpty();
    long errors = run.err().lines().filter(line -> line.startsWith("otters: ")).count();
    assertThat(errors).as("%s", run).isEqualTo(row.code == 126 || row.code == 127 ? 0 : 1);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyOptionWithAValueHasARow(String command) {
    List<String> words = Stream.concat(Stream.of(command.split(" ")), Stream.of("--help")).toList();
    String help = otters.run(words.toArray(String[]::new)).ok();
    Set<String> used =
        rows().get(command).stream().flatMap(row -> row.words.stream()).collect(Collectors.toSet());
    String options = help.split("Global Options:", 2)[0];
    assertThat(OPTION.matcher(options).results().toList())
        .allSatisfy(
            option ->
                assertThat(used)
                    .as("rows of %s with %s", command, option.group(2))
                    .containsAnyOf(String.valueOf(option.group(1)), option.group(2)));
  }
}
