/** Reads what people write, and says what is near to what they mistyped. */
@NullMarked
package dev.otters.home.text;

import org.jspecify.annotations.NullMarked;
