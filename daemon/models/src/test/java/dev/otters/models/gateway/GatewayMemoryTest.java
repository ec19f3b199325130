package dev.otters.models.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.SmallHeap;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Checks that a turn cannot fill the daemon's heap with what it asks for. */
class GatewayMemoryTest {
  private static final int COMPLETIONS = 40;
  private static final int LONG = 8 << 20;

  @Test
  void endedCompletionsDoNotKeepTheirRequests() throws Exception {
    assertThat(SmallHeap.run(64, Attack.class, "good")).isEqualTo("survived");
  }

  @Test
  void failedCompletionsDoNotKeepTheirRequests() throws Exception {
    assertThat(SmallHeap.run(64, Attack.class, "failing")).isEqualTo("survived");
  }

  @Test
  void completionsOfManyTurnsDoNotKeepTheirRequests() throws Exception {
    assertThat(SmallHeap.run(64, Attack.class, "turns")).isEqualTo("survived");
  }

  /** Asks for many completions, each with a request of 8 MiB, as a turn that never ends would. */
  static final class Attack {
    private Attack() {}

    public static void main(String[] arguments) throws InterruptedException {
      String mode = arguments[0];
      try (ModelGateway gateway = new ModelGateway(Providers.of(new Echo(mode)))) {
        for (int i = 0; i < COMPLETIONS; i++) {
          ask(gateway, new CallKey(mode.equals("turns") ? "turn-" + i : "turn", 1, "c" + i));
        }
      }
      System.out.print("survived");
    }

    private static void ask(ModelGateway gateway, CallKey key) throws InterruptedException {
      CompletionRequest request =
          new CompletionRequest(
              "echo/any", List.of(new ChatMessage.User("x".repeat(LONG))), List.of(), Map.of());
      try {
        gateway.complete(key, request, Caller.UNKNOWN, piece -> {}, () -> true);
      } catch (ModelException e) {
        if (!"no answer".equals(e.getMessage())) {
          throw e;
        }
      }
    }
  }

  private record Echo(String mode) implements Provider {
    @Override
    public String name() {
      return "echo";
    }

    @Override
    public void check(String model) {}

    @Override
    public List<ModelOffer> models() {
      return List.of();
    }

    @Override
    public Completion complete(CompletionRequest request, Caller caller, Consumer<String> text) {
      if (mode.equals("failing")) {
        throw ModelException.transientFailure(
            ModelException.Reason.FAILED, "no answer", "", Optional.empty());
      }
      text.accept("a short answer");
      return new Completion("a short answer", List.of(), StopReason.END_TURN, Usage.NONE);
    }
  }
}
