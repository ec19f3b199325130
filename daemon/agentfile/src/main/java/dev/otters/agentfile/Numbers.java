package dev.otters.agentfile;

import java.util.regex.Pattern;

/** Parses numbers in the forms that the upstream project accepts. */
final class Numbers {
  private static final int LONGEST = 400;
  private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]++");
  private static final String DIGITS = "[0-9]++(?:_[0-9]++)*+";
  private static final String HEX_DIGITS = "[0-9a-fA-F]++(?:_[0-9a-fA-F]++)*+";
  private static final Pattern FLOAT =
      Pattern.compile("[+-]?(?:D\\.?+(?:D)?+|\\.D)(?:[eE][+-]?D)?".replace("D", DIGITS));
  private static final Pattern HEX_FLOAT =
      Pattern.compile(
          "[+-]?0[xX](?:_?+H\\.?+(?:H)?+|\\.H)[pP][+-]?D"
              .replace("H", HEX_DIGITS)
              .replace("D", DIGITS));

  private Numbers() {}

  static ConfigValue read(String text) {
    if (text.length() > LONGEST) {
      return new ConfigValue.Text(text);
    }
    if (WHOLE.matcher(text).matches()) {
      try {
        return new ConfigValue.Int(Long.parseLong(text));
      } catch (NumberFormatException beyond64Bits) {
        return decimal(text);
      }
    }
    boolean number = FLOAT.matcher(text).matches() || HEX_FLOAT.matcher(text).matches();
    return number ? decimal(text) : new ConfigValue.Text(text);
  }

  private static ConfigValue decimal(String text) {
    double value = Double.parseDouble(text.replace("_", ""));
    return Double.isFinite(value) ? new ConfigValue.Decimal(value) : new ConfigValue.Text(text);
  }
}
