package dev.otters.oci.json;

import java.math.BigDecimal;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/** Formats decimal numbers like Go and ECMAScript: {@code 1}, {@code 0.5}, {@code 1e+21}. */
final class Decimals extends ValueSerializer<Double> {
  private static final double SMALLEST_PLAIN = 1e-6;
  private static final double LARGEST_PLAIN = 1e21;

  @Override
  public void serialize(Double value, JsonGenerator out, SerializationContext context) {
    out.writeNumber(text(value));
  }

  private static String text(double value) {
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    double size = Math.abs(value);
    return size < SMALLEST_PLAIN || size >= LARGEST_PLAIN
        ? withExponent(shortest)
        : shortest.toPlainString();
  }

  private static String withExponent(BigDecimal value) {
    String digits = value.unscaledValue().abs().toString();
    int exponent = digits.length() - 1 - value.scale();
    return (value.signum() < 0 ? "-" : "")
        + digits.charAt(0)
        + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + (exponent < 0 ? "e-" : "e+")
        + Math.abs(exponent);
  }
}
