package dev.otters.models.price;

import dev.otters.home.yaml.YamlFileException;
import dev.otters.home.yaml.YamlReader;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A list of prices in US dollars for a million tokens. For example:
 *
 * <pre>{@code
 * prices:
 *   - provider: acme
 *     model: large
 *     input: 3.00
 *     cached-input: 0.30
 *     cache-write: 3.75
 *     output: 15.00
 * }</pre>
 */
record PriceList(Map<PriceList.Key, Price> prices) {
  /** A list without prices. */
  static final PriceList EMPTY = new PriceList(Map.of());

  /** A price with this model applies to all models of its provider that have no own one. */
  private static final String ANY = "*";

  private static final Set<String> KEYS =
      Set.of("provider", "model", "input", "cached-input", "cache-write", "output");

  /** The date at the end of the name of a version, as in gpt-4o-2024-08-06. */
  private static final Pattern VERSION = Pattern.compile("-(\\d{8}|\\d{4}-\\d{2}-\\d{2}|latest)$");

  private static final Pattern AMOUNT = Pattern.compile("\\d{1,5}(\\.\\d{1,6})?");
  private static final int MICRO = 6;

  PriceList {
    prices = Map.copyOf(prices);
  }

  /**
   * A model in the list.
   *
   * @param provider the name or the kind of the provider
   * @param model its name there
   */
  record Key(String provider, String model) {}

  /**
   * Returns the price of a model: that of its name, or of its name without the date of a version,
   * or of all models of the provider.
   */
  Optional<Price> find(String provider, String model) {
    String family = VERSION.matcher(model).replaceFirst("");
    return Optional.ofNullable(prices.get(new Key(provider, model)))
        .or(() -> Optional.ofNullable(prices.get(new Key(provider, family))))
        .or(() -> Optional.ofNullable(prices.get(new Key(provider, ANY))));
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
      Map<Key, Price> prices = new HashMap<>();
      if (list != null && !list.getTag().equals(Tag.NULL)) {
        yaml.sequence(list, "prices").forEach(node -> add(prices, node));
      }
      return new PriceList(prices);
    }

    private void add(Map<Key, Price> prices, Node node) {
      Map<String, Node> members = yaml.mapping(node, "a price", KEYS);
      Key key = new Key(required(node, members, "provider"), required(node, members, "model"));
      long input = amount(node, members, "input");
      Price price =
          new Price(
              input,
              members.containsKey("cached-input") ? amount(node, members, "cached-input") : input,
              members.containsKey("cache-write") ? amount(node, members, "cache-write") : input,
              amount(node, members, "output"));
      if (prices.put(key, price) != null) {
        throw yaml.wrong(
            node, "the model " + key.provider() + "/" + key.model() + " has two prices");
      }
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
