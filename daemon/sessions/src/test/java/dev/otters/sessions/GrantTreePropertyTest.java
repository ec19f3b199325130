package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.models.chat.ChatMessage;
import dev.otters.protocol.ToolCall;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.ResourceMode;
import dev.otters.sessions.log.ParentSession;
import dev.otters.sessions.log.SessionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random trees of sessions, whose turns ask for every path with every resource of their agents. No
 * session reaches more than one of its ancestors; and it reaches what all of them reach, if it
 * asked for it.
 */
class GrantTreePropertyTest {
  private static final int TREES = 20;
  private static final int SESSIONS = 14;
  private static final int AGENTS = 6;
  private static final List<String> NAMES = List.of("memory", "notes");
  private static final List<String> PATHS =
      List.of("a", "a/a", "a/a/a", "a/b", "ab", "b", "b/a", "b/a/b", "c");

  @TempDir Path folder;

  /**
   * A session of a tree.
   *
   * @param asked the grants that it asked for, without those that were revoked from itself
   */
  private record Node(ParentSession session, Optional<Node> parent, Set<String> asked) {
    List<Node> ancestors() {
      return Stream.iterate(parent, Optional::isPresent, it -> it.orElseThrow().parent())
          .map(Optional::orElseThrow)
          .toList();
    }

    UUID agent() {
      return session.agent();
    }
  }

  /** What a session reached in a turn, as {@code read PATH} and {@code write PATH}. */
  private record Reach(Map<String, Set<String>> byName) {
    Set<String> all() {
      Set<String> all = new TreeSet<>();
      byName.values().forEach(all::addAll);
      return all;
    }
  }

  /** A tree that grows. */
  private static final class Tree {
    private final SessionKit kit;
    private final Family family;
    private final Random random;
    private final List<UUID> agents = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();

    Tree(SessionKit kit, long seed) {
      this.kit = kit;
      this.family = new Family(kit);
      this.random = new Random(seed);
      for (int i = 0; i < AGENTS; i++) {
        agents.add(family.agent(resources()));
      }
      List<String> grants = some(PATHS, 4);
      nodes.add(
          new Node(
              family.root(any(agents), texts(grants)), Optional.empty(), new HashSet<>(grants)));
    }

    private <T> T any(List<T> of) {
      return of.get(random.nextInt(of.size()));
    }

    private List<String> some(List<String> of, int most) {
      return Stream.generate(() -> any(of)).limit(1 + random.nextInt(most)).distinct().toList();
    }

    private static String[] texts(List<String> texts) {
      return texts.toArray(String[]::new);
    }

    private DeclaredResource[] resources() {
      List<DeclaredResource> declared = new ArrayList<>();
      for (String name : NAMES) {
        switch (random.nextInt(6)) {
          case 0 -> declared.add(Family.reads(name));
          case 1, 2, 3, 4 -> declared.add(Family.writes(name));
          default -> {}
        }
      }
      return declared.toArray(DeclaredResource[]::new);
    }

    List<DeclaredResource> declared(Node node) {
      return kit.directory.resources(node.agent());
    }

    /** Adds a child of any session, if what it asks for is covered; else it must be refused. */
    void grow() {
      Node parent = nodes.get(nodes.size() - 1 - random.nextInt(Math.min(3, nodes.size())));
      if (parent.ancestors().size() == 7) {
        return;
      }
      UUID agent = any(agents);
      List<String> has = family.grants(parent.session());
      switch (random.nextInt(6)) {
        case 0 -> add(family.child(agent, parent.session()), parent, Set.of());
        case 1, 2 -> add(family.heir(agent, parent.session()), parent, Set.copyOf(has));
        default -> {
          List<String> wanted = some(random.nextInt(4) == 0 ? PATHS : covered(has), 3);
          if (wanted.stream().allMatch(path -> covers(has, path))) {
            add(family.child(agent, parent.session(), texts(wanted)), parent, Set.copyOf(wanted));
          } else {
            assertThatExceptionOfType(SessionException.class)
                .isThrownBy(() -> family.child(agent, parent.session(), texts(wanted)));
          }
        }
      }
    }

    private static List<String> covered(List<String> has) {
      List<String> paths = PATHS.stream().filter(path -> covers(has, path)).toList();
      return paths.isEmpty() ? PATHS : paths;
    }

    private void add(ParentSession session, Node parent, Set<String> asked) {
      nodes.add(new Node(session, Optional.of(parent), new HashSet<>(asked)));
    }

    /** Takes a grant from any session. */
    void revoke() {
      Node node = any(nodes);
      List<String> has = family.grants(node.session());
      if (!has.isEmpty()) {
        String gone = any(has);
        Grants unused =
            kit.service().revoke(node.agent(), node.session().session(), Grants.of(List.of(gone)));
        node.asked().removeIf(path -> covers(List.of(gone), path));
      }
    }

    void update() {
      kit.directory.ownResources.put(any(agents), List.of(resources()));
    }

    /** Asks for every path with every resource, in one turn. */
    Reach reach(Node node) {
      List<ToolCall> calls = new ArrayList<>();
      for (DeclaredResource resource : declared(node)) {
        for (String path : PATHS) {
          calls.add(
              Family.call(
                  resource.name() + " read " + path,
                  resource.name() + "_read",
                  Map.of("namespace", path)));
          calls.add(
              Family.call(
                  resource.name() + " write " + path,
                  resource.name() + "_write",
                  Map.of("namespace", path, "text", node.session() + path)));
        }
      }
      Map<String, Set<String>> byName = new HashMap<>();
      declared(node).forEach(it -> byName.put(it.name(), new TreeSet<>()));
      Map<String, ChatMessage.ToolResult> results =
          calls.isEmpty()
              ? Map.of()
              : family.results(node.session(), calls.toArray(ToolCall[]::new));
      assertThat(results).hasSize(calls.size());
      results.forEach(
          (id, result) -> {
            if (result.isError()) {
              assertThat(result.text()).containsAnyOf("may not", "may only", "no grants");
            } else {
              String[] words = id.split(" ", 2);
              byName.getOrDefault(words[0], Set.of()).add(words[1]);
            }
          });
      return new Reach(byName);
    }
  }

  private static boolean covers(List<String> grants, String path) {
    return grants.stream().anyMatch(it -> path.equals(it) || path.startsWith(it + "/"));
  }

  private static boolean mayReach(List<String> grants, String what) {
    String path = what.substring(what.indexOf(' ') + 1);
    return covers(grants, path)
        || (what.startsWith("read ") && grants.stream().anyMatch(it -> it.startsWith(path + "/")));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noSessionReachesMoreThanItsAncestorsNorLessThanItAskedFor(boolean updates)
      throws IOException {
    int writes = 0;
    int denied = 0;
    for (long seed = 0; seed < TREES; seed++) {
      try (SessionKit kit = new SessionKit(Files.createDirectory(folder.resolve("" + seed)))) {
        Tree tree = new Tree(kit, seed);
        for (int step = 0; step < 3 * SESSIONS && tree.nodes.size() < SESSIONS; step++) {
          tree.grow();
          if (tree.random.nextInt(8) == 0) {
            tree.revoke();
          }
          if (updates && tree.random.nextInt(5) == 0) {
            tree.update();
          }
        }
        Map<ParentSession, Reach> reached = new HashMap<>();
        tree.nodes.forEach(node -> reached.put(node.session(), tree.reach(node)));
        for (Node node : tree.nodes) {
          String what = "seed " + seed + ", session " + node.session().session();
          node.ancestors().forEach(above -> reachesNoMore(what, tree, node, above, reached));
          if (!updates) {
            reachesAll(what, tree, node, reached);
          }
          long wrote =
              reached.get(node.session()).all().stream()
                  .filter(it -> it.startsWith("write"))
                  .count();
          writes += wrote > 0 && node.ancestors().size() > 1 ? 1 : 0;
          denied += wrote == 0 && !tree.declared(node).isEmpty() ? 1 : 0;
        }
      }
    }
    assertThat(writes).as("descendants that write").isGreaterThan(10);
    assertThat(denied).as("sessions that do not").isGreaterThan(10);
  }

  private static void reachesNoMore(
      String what, Tree tree, Node node, Node above, Map<ParentSession, Reach> reached) {
    Reach own = reached.get(node.session());
    Reach other = reached.get(above.session());
    if (tree.declared(above).isEmpty()) {
      List<String> grants = tree.family.grants(above.session());
      assertThat(own.all()).as(what).allMatch(it -> mayReach(grants, it));
    } else {
      assertThat(other.all()).as(what).containsAll(own.all());
    }
    own.byName()
        .forEach(
            (name, mine) ->
                assertThat(other.byName().getOrDefault(name, mine)).as(what).containsAll(mine));
  }

  private static void reachesAll(
      String what, Tree tree, Node node, Map<ParentSession, Reach> reached) {
    for (DeclaredResource resource : tree.declared(node)) {
      String name = resource.name();
      List<String> asked =
          node.asked().stream().filter(it -> all(tree, node, name, "read " + it, reached)).toList();
      Set<String> wanted = new TreeSet<>();
      for (String path : PATHS) {
        wanted.add("read " + path);
        if (resource.mode() == ResourceMode.READ_WRITE) {
          wanted.add("write " + path);
        }
      }
      wanted.removeIf(it -> !mayReach(asked, it) || !all(tree, node, name, it, reached));
      assertThat(reached.get(node.session()).byName().get(name)).as(what).containsAll(wanted);
    }
  }

  /** Returns whether all ancestors reach a path. */
  private static boolean all(
      Tree tree, Node node, String name, String what, Map<ParentSession, Reach> reached) {
    return node.ancestors().stream().allMatch(it -> reaches(tree, it, name, what, reached));
  }

  /** Returns whether a session reaches a path, with the resource of this name if it has it. */
  private static boolean reaches(
      Tree tree, Node node, String name, String what, Map<ParentSession, Reach> reached) {
    Reach reach = reached.get(node.session());
    return tree.declared(node).isEmpty()
        ? mayReach(tree.family.grants(node.session()), what)
        : reach.all().contains(what)
            && Optional.ofNullable(reach.byName().get(name))
                .map(it -> it.contains(what))
                .orElse(true);
  }
}
