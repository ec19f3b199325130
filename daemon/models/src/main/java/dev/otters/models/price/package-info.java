/** The prices of models. */
@NullMarked
package dev.otters.models.price;

import org.jspecify.annotations.NullMarked;
