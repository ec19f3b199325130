package dev.otters.models.price;

import dev.otters.home.yaml.YamlFileException;
import dev.otters.home.yaml.YamlReader;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A list of prices in US dollars for a million tokens, and of sizes in tokens. For example:
 *
 * <pre>{@code
 * prices:
 *   - provider: acme
 *     model: large
 *     input: 3.00
 *     cached-input: 0.30
 *     cache-write: 3.75
 *     output: 15.00
 *     context: 200000
 *     max-output: 64000
 * }</pre>
 */
record PriceList(Map<PriceList.Key, PriceList.Entry> entries) {
  /** An empty list. */
  static final PriceList EMPTY = new PriceList(Map.of());

  /** An entry with this model applies to all models of its provider that have no own one. */
  private static final String ANY = "*";

  private static final String CONTEXT = "context";
  private static final String MAX_OUTPUT = "max-output";
  private static final Set<String> KEYS =
      Set.of(
          "provider",
          "model",
          "input",
          "cached-input",
          "cache-write",
          "output",
          CONTEXT,
          MAX_OUTPUT);

  /** The keys of an entry without a price. */
  private static final Set<String> SIZES = Set.of("provider", "model", CONTEXT, MAX_OUTPUT);

  /** The date at the end of the name of a version, as in gpt-4o-2024-08-06. */
  private static final Pattern VERSION = Pattern.compile("-(\\d{8}|\\d{4}-\\d{2}-\\d{2}|latest)$");

  private static final Pattern AMOUNT = Pattern.compile("\\d{1,5}(\\.\\d{1,6})?");
  private static final Pattern TOKENS = Pattern.compile("[1-9]\\d{0,8}");
  private static final int MICRO = 6;

  PriceList {
    entries = Map.copyOf(entries);
  }

  /**
   * A model in the list.
   *
   * @param provider the name or the kind of the provider
   * @param model its name there
   */
  record Key(String provider, String model) {}

  /** A price, a size, or both, of a model. */
  record Entry(Optional<Price> price, ModelSize size) {}

  /**
   * Returns the entries of a model: that of its name, then of its name without the date of a
   * version, then of all models of the provider.
   */
  Stream<Entry> find(String provider, String model) {
    return Stream.of(model, VERSION.matcher(model).replaceFirst(""), ANY)
        .flatMap(name -> Stream.ofNullable(entries.get(new Key(provider, name))));
  }

  /**
   * Reads a list.
   *
   * @param file the name of the file in messages
   * @throws YamlFileException for the first error
   */
  static PriceList parse(String file, String text) {
    YamlReader yaml = new YamlReader(file);
    return yaml.document(text).map(root -> new Reader(yaml).list(root)).orElse(EMPTY);
  }

  private record Reader(YamlReader yaml) {
    PriceList list(Node root) {
      Node list = yaml.mapping(root, "the file", Set.of("prices")).get("prices");
      Map<Key, Entry> entries = new HashMap<>();
      if (list != null && !list.getTag().equals(Tag.NULL)) {
        yaml.sequence(list, "prices").forEach(node -> add(entries, node));
      }
      return new PriceList(entries);
    }

    private void add(Map<Key, Entry> entries, Node node) {
      Map<String, Node> members = yaml.mapping(node, "a price", KEYS);
      Key key = new Key(required(node, members, "provider"), required(node, members, "model"));
      ModelSize size = new ModelSize(tokens(members, CONTEXT), tokens(members, MAX_OUTPUT));
      boolean sizeOnly = !size.equals(ModelSize.UNKNOWN) && SIZES.containsAll(members.keySet());
      Optional<Price> price = sizeOnly ? Optional.empty() : Optional.of(price(node, members));
      if (entries.put(key, new Entry(price, size)) != null) {
        throw yaml.wrong(
            node, "the model " + key.provider() + "/" + key.model() + " has two prices");
      }
    }

    private Price price(Node node, Map<String, Node> members) {
      long input = amount(node, members, "input");
      return new Price(
          input,
          members.containsKey("cached-input") ? amount(node, members, "cached-input") : input,
          members.containsKey("cache-write") ? amount(node, members, "cache-write") : input,
          amount(node, members, "output"));
    }

    private Optional<Integer> tokens(Map<String, Node> members, String key) {
      Node node = members.get(key);
      if (node == null) {
        return Optional.empty();
      }
      String text = yaml.text(node, key);
      if (!TOKENS.matcher(text).matches()) {
        throw yaml.wrong(node, key + " must be a number of tokens, such as 200000");
      }
      return Optional.of(Integer.valueOf(text));
    }

    private String required(Node holder, Map<String, Node> members, String key) {
      return yaml.maybeText(members, key)
          .filter(text -> !text.isBlank())
          .orElseThrow(() -> yaml.wrong(holder, "the price has no " + key));
    }

    private long amount(Node holder, Map<String, Node> members, String key) {
      String text = required(holder, members, key);
      if (!AMOUNT.matcher(text).matches()) {
        throw yaml.wrong(
            members.getOrDefault(key, holder),
            key + " must be dollars for a million tokens, such as 3 or 0.25");
      }
      return new BigDecimal(text).movePointRight(MICRO).longValueExact();
    }
  }
}
