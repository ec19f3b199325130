package dev.otters.server.http;

import dev.otters.agents.AgentOperations;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.AgentContents;
import dev.otters.api.agent.AgentLimits;
import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentPlacement;
import dev.otters.api.agent.AgentState;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.LimitsView;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.image.Pin;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Has one agent, {@code bob}, and keeps what it was told. */
final class FakeAgents implements AgentOperations {
  final UUID bob = UUID.randomUUID();
  final List<String> heard = new CopyOnWriteArrayList<>();

  /** What a run or start does before it succeeds. */
  volatile Consumer<Progress> work = progress -> {};

  volatile AgentStatus status = AgentStatus.READY;

  private AgentView view(String name) {
    Pin pin = new Pin("guide:latest", "sha256:0");
    return new AgentView(
        bob.toString(),
        name,
        null,
        pin,
        pin,
        "scripted/guide",
        new AgentState(status, null, Instant.EPOCH, null, null),
        new AgentContents(List.of(), List.of(), List.of(), Map.of(), Map.of(), List.of()),
        new AgentLimits(new LimitsView(0, 0, 0, 0), "none", "no", 0),
        new AgentPlacement("/root", null, "docker", "", "auto", List.of()),
        List.of());
  }

  @Override
  public AgentView run(RunRequest request, List<HostCredentials> credentials, Progress progress) {
    heard.add("run " + request);
    credentials.forEach(one -> heard.add("as " + one));
    work.accept(progress);
    return view("bob");
  }

  @Override
  public AgentList list(boolean all) {
    heard.add("list " + all);
    AgentView bob = view("bob");
    String ref = bob.image().ref();
    return new AgentList(
        List.of(
            new AgentSummary(bob.id(), "bob", ref, bob.model(), bob.state(), Map.of(), "docker")));
  }

  @Override
  public AgentView inspect(String reference) {
    id(reference);
    return view(reference);
  }

  @Override
  public UUID id(String reference) {
    if (!reference.equals("bob")) {
      throw ApiException.of(ErrorCode.AGENT_NOT_FOUND, "there is no agent " + reference, "look");
    }
    return bob;
  }

  @Override
  public boolean mayWriteLog(String reference) {
    return inspect(reference).state().status().running();
  }

  @Override
  public AgentView start(String reference, Progress progress) {
    work.accept(progress);
    return inspect(reference);
  }

  @Override
  public AgentView stop(String reference, Duration grace) {
    heard.add("stop " + reference + " " + grace);
    return inspect(reference);
  }

  @Override
  public void remove(String reference, boolean force, boolean keepWorkspace) {
    id(reference);
    heard.add("remove " + reference + " " + force + " " + keepWorkspace);
  }

  @Override
  public void admit(UUID agent) {
    if (status == AgentStatus.STOPPED) {
      throw ApiException.of(ErrorCode.AGENT_NOT_RUNNING, "bob is stopped", "start it");
    }
  }
}
