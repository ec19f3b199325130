package dev.otters.agents.create;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.agents.AgentKit;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.RunState;
import dev.otters.api.ApiException;
import dev.otters.executor.SandboxUser;
import dev.otters.home.ProcessUser;
import dev.otters.home.UidRange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class AgentUsersTest {
  private static final int FIRST = 900_000_000;
  private static final UidRange RANGE = new UidRange(FIRST, FIRST + 3);
  private static final AgentUsers ROOTS = new AgentUsers(new ProcessUser(0, 0), RANGE);

  @TempDir Path folder;
  @AutoClose private AgentKit kit;
  private Agent sample;

  @BeforeEach
  void start() throws IOException {
    kit = new AgentKit(folder);
    UUID id = UUID.fromString(kit.run().id());
    sample = kit.rows().find(id).orElseThrow();
  }

  /** Adds an agent as a daemon does that was started just now. */
  private Agent add() {
    return add(Optional.empty());
  }

  private Agent add(Optional<SandboxUser> named) {
    UUID id = UUID.randomUUID();
    return kit.rows()
        .insert(
            (agents, last) ->
                new Agent(
                    id,
                    id.toString(),
                    ROOTS.choose(named, agents, last),
                    sample.placement(),
                    sample.spec(),
                    sample.createdAt(),
                    RunState.fresh()),
            named.isEmpty(),
            "");
  }

  private void remove(Agent agent) {
    AgentRows rows = kit.rows();
    rows.delete(agent.id(), (tx, id) -> {});
  }

  @Test
  void noAgentHasTheUserOfARunningTool() {
    AgentUsers users = new AgentUsers(new ProcessUser(0, 0), RANGE);
    List<SandboxUser> lent =
        IntStream.range(0, 3).mapToObj(_ -> users.lend(Optional.empty(), List::of)).toList();
    assertThat(lent).doesNotHaveDuplicates();
    SandboxUser own = users.choose(Optional.empty(), List.of(), FIRST);
    assertThat(lent).doesNotContain(own);
    lent.forEach(users::giveBack);
    Agent agent = add();
    assertThat(users.lend(Optional.empty(), () -> List.of(agent))).isNotEqualTo(agent.user());
  }

  @Test
  void aToolThatStartsWhileAnAgentIsStoredGetsAnotherUser() throws Exception {
    AgentUsers users = new AgentUsers(new ProcessUser(0, 0), RANGE);
    IntStream.range(0, 2).forEach(_ -> add());
    CompletableFuture<SandboxUser> lent = new CompletableFuture<>();
    Thread tool =
        Thread.ofPlatform()
            .unstarted(() -> lent.complete(users.lend(Optional.empty(), () -> kit.rows().all())));
    Agent agent =
        users.alone(
            () -> {
              tool.start();
              AgentKit.eventually("blocked", () -> tool.getState() == Thread.State.BLOCKED);
              return add();
            });
    assertThat(lent.get(20, TimeUnit.SECONDS)).isNotEqualTo(agent.user());
  }

  @Test
  void aFreedUidIsUsedAgainLastAlsoAfterARestart() {
    List<Integer> uids =
        IntStream.range(0, 6)
            .mapToObj(
                i -> {
                  Agent agent = add();
                  remove(agent);
                  return agent.user().uid() - FIRST;
                })
            .toList();
    assertThat(uids).containsExactly(0, 1, 2, 3, 0, 1);
  }

  @Test
  void noTwoAgentsShareAUid() {
    Agent kept = add();
    for (int i = 0; i < 6; i++) {
      Agent agent = add();
      assertThat(agent.user()).isNotEqualTo(kept.user());
      remove(agent);
    }
  }

  @Test
  void anExhaustedRangeIsAnError() {
    IntStream.rangeClosed(0, 3).forEach(i -> add());
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(this::add)
        .withMessageContaining("every user id from 900000000 to 900000003 has an agent");
  }

  @Test
  void otherUsersDaemonsRunAgentsAsThemselves() {
    AgentUsers own = new AgentUsers(new ProcessUser(1234, 99), RANGE);
    assertThat(own.choose(Optional.empty(), List.of(), FIRST)).isEqualTo(new SandboxUser(1234, 99));
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 1000:1000",
    "1000:100, 1000:100",
    "33:33, 33:33",
    "1201234567, 1201234567:1201234567"
  })
  void runsAnAgentAsTheUserThatTheOperatorNames(String text, String user) {
    Agent agent = add(Optional.of(AgentUsers.parse(text)));
    assertThat(agent.user()).hasToString(user);
  }

  @Test
  void aUidThatTheOperatorNamesDoesNotChangeWhichUidIsChosenNext() {
    Agent first = add();
    remove(first);
    remove(add(Optional.of(AgentUsers.parse("1000"))));
    assertThat(add().user().uid()).isEqualTo(first.user().uid() + 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "alice", "-1", "1000:", ":1000", "1:2:3", "1 ", "4294967295", "0x1"})
  void refusesWhatIsNotAUser(String text) {
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> AgentUsers.parse(text))
        .withMessageContaining("'" + text + "' is not a valid user");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 is root",
    "1000:0, 0 is root",
    "00, 0 is root",
    "65534, 65534 stands for unknown owners",
    "900000001, 900000001 is in uid-range",
    "1000:900000003, 900000003 is in uid-range",
  })
  void refusesUsersWithTheRightsOfOthers(String text, String why) {
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> add(Optional.of(AgentUsers.parse(text))))
        .withMessageContaining(why);
  }

  @Test
  void otherUsersDaemonsRefuseToRunAgentsAsSomebodyElse() {
    AgentUsers own = new AgentUsers(new ProcessUser(1234, 99), RANGE);
    Optional<SandboxUser> same = Optional.of(AgentUsers.parse("1234:99"));
    assertThat(own.choose(same, List.of(), FIRST)).isEqualTo(same.get());
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> own.choose(Optional.of(AgentUsers.parse("1000")), List.of(), FIRST))
        .withMessageContaining("the daemon runs as 1234:99, and cannot run an agent as 1000:1000");
  }
}
