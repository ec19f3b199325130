package dev.otters.models.provider.langchain4j;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpMethod;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.gateway.Recorder;
import dev.otters.models.gateway.RequestBody;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.Timeouts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A vendor with its dialect and connections. */
final class Vendor {
  private static final Duration LISTING = Duration.ofSeconds(20);
  private static final Duration HINTING = Duration.ofSeconds(3);
  private static final int MOST_MODELS = 2000;
  private static final int MOST_HINTS = 10;
  private static final Set<String> MODELS = Set.of("assistant", "model");

  /** The exchange that this thread is about. */
  private static final ScopedValue<Exchange> EXCHANGE = ScopedValue.newInstance();

  private final Address address;
  private final Timeouts timeouts;
  private final Dialect dialect;
  private final Failures failures;
  private final StreamingChatModel model;

  Vendor(ProviderConfig config, Address address, Dialect dialect) {
    this.address = address;
    this.timeouts = config.timeouts();
    this.dialect = dialect;
    this.failures =
        new Failures(
            config.name(),
            address.base(),
            config.apiKey().isPresent(),
            new Scrubber(config.apiKey()));
    this.model = dialect.model(new Fixed(client(timeouts)));
  }

  /**
   * A request and its answer.
   *
   * @param model the name of the model
   * @param converted the conversation
   * @param schema the schema that the dialect adds
   */
  private record Exchange(
      String model,
      Transcript.Converted converted,
      Sampling sampling,
      Optional<JsonNode> schema,
      Collector collector,
      Caller caller) {}

  private VendorHttp client(Timeouts patience) {
    return new VendorHttp(
        patience, failures, dialect::finish, this::finish, this::body, Vendor::recorder);
  }

  private static Recorder recorder() {
    return EXCHANGE.isBound() ? EXCHANGE.get().caller().recorder() : Recorder.NONE;
  }

  /** Returns the body of a request as it is sent. */
  private RequestBody body(String text) {
    Exchange exchange = EXCHANGE.get();
    String marked = exchange.converted().marked(whole(text, exchange));
    return new RequestBody(marked.getBytes(UTF_8), exchange.caller().files());
  }

  /** Returns a detector of the end of one answer, which passes on what the vendor reports. */
  private Dialect.Finish finish() {
    Dialect.Finish finish = dialect.finish();
    Collector collector = EXCHANGE.get().collector();
    return event -> {
      collector.add(event);
      dialect
          .fault(event)
          .ifPresent(
              why -> {
                throw failures.fault(why);
              });
      return finish.after(event);
    };
  }

  /** Adds to a body of the library what the library does not know. */
  private String whole(String body, Exchange exchange) {
    boolean thought = exchange.converted().thinking().stream().anyMatch(json -> !json.isEmpty());
    boolean extended = dialect.extendsBody(exchange.sampling()) || exchange.schema().isPresent();
    if (!thought && !extended) {
      return body;
    }
    ObjectNode whole = (ObjectNode) VendorJson.own(body);
    restore(whole.path(dialect.messages()), exchange.converted().thinking());
    dialect.extend(whole, exchange.model(), exchange.sampling());
    exchange.schema().ifPresent(schema -> dialect.format(whole, schema));
    return whole.toString();
  }

  private void restore(JsonNode messages, List<String> thinking) {
    int answer = 0;
    for (JsonNode message : messages) {
      if (message instanceof ObjectNode said && MODELS.contains(said.path("role").asString(""))) {
        String parts = thinking.get(answer++);
        if (!parts.isEmpty()) {
          dialect.restore(said, VendorJson.own(parts));
        }
      }
    }
  }

  private record Fixed(HttpClient client) implements HttpClientBuilder {
    @Override
    public Duration connectTimeout() {
      return Duration.ZERO;
    }

    @Override
    public HttpClientBuilder connectTimeout(Duration timeout) {
      return this;
    }

    @Override
    public Duration readTimeout() {
      return Duration.ZERO;
    }

    @Override
    public HttpClientBuilder readTimeout(Duration timeout) {
      return this;
    }

    @Override
    public HttpClient build() {
      return client;
    }
  }

  Completion complete(CompletionRequest wanted, Caller caller, Consumer<String> text)
      throws InterruptedException {
    Optional<JsonNode> schema =
        wanted.schema().map(Vendor::plain).filter(json -> dialect.takesSchema(wanted, json));
    CompletionRequest request = schema.isPresent() ? wanted : wanted.instructed();
    ToolNames tools = ToolNames.of(request.tools());
    Transcript.Converted converted = Transcript.of(request.messages(), tools, dialect.takesAnyId());
    Sampling sampling = Sampling.of(request.options());
    ChatRequest asked =
        ChatRequest.builder()
            .messages(converted.messages())
            .parameters(dialect.parameters(request.model(), sampling, tools))
            .build();
    Collector collector = new Collector(text, caller.usage(), dialect);
    Exchange exchange =
        new Exchange(request.model(), converted, sampling, schema, collector, caller);
    try {
      ScopedValue.where(EXCHANGE, exchange).run(() -> model.chat(asked, collector));
      return collector.answer(tools, calls(request.messages()), failures);
    } catch (VendorHttp.Interrupted e) {
      throw interruption();
    } catch (ModelException e) {
      throw e.reason() == Reason.MODEL_UNKNOWN ? withHint(e) : e;
    }
  }

  /** Returns a schema without the version of JSON Schema, which is not part of its meaning. */
  private static JsonNode plain(String schema) {
    JsonNode json = VendorJson.own(schema);
    return json instanceof ObjectNode object ? object.without("$schema") : json;
  }

  private static InterruptedException interruption() {
    return new InterruptedException("the completion was cancelled");
  }

  private static int calls(List<ChatMessage> messages) {
    return messages.stream()
        .mapToInt(
            message -> message instanceof ChatMessage.Assistant said ? said.toolCalls().size() : 0)
        .sum();
  }

  /** Adds the available models to the message if the vendor lists them quickly. */
  private ModelException withHint(ModelException unknown) throws InterruptedException {
    try {
      List<ModelOffer> offers = models(HINTING);
      String names =
          offers.stream().limit(MOST_HINTS).map(ModelOffer::name).collect(Collectors.joining(", "));
      return offers.isEmpty()
          ? unknown
          : ModelException.permanent(
              Reason.MODEL_UNKNOWN,
              unknown.getMessage()
                  + "; it has "
                  + names
                  + (offers.size() > MOST_HINTS ? " and others" : ""),
              unknown.remedy());
    } catch (ModelException secret) {
      return unknown;
    }
  }

  List<ModelOffer> models() throws InterruptedException {
    return models(LISTING);
  }

  private List<ModelOffer> models(Duration patience) throws InterruptedException {
    HttpRequest request =
        HttpRequest.builder()
            .method(HttpMethod.GET)
            .url(address.base() + "/" + dialect.modelsPath())
            .addHeaders(dialect.headers())
            .build();
    try (VendorHttp http = client(new Timeouts(timeouts.connect(), patience, patience))) {
      JsonNode list = VendorJson.read(http.execute(request).body());
      return dialect.offers(list).limit(MOST_MODELS).toList();
    } catch (VendorHttp.Interrupted e) {
      throw interruption();
    } catch (JacksonException e) {
      throw failures.broken("sent a list of models that is not JSON");
    }
  }
}
