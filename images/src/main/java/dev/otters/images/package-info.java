/** Builds the runtime image and the tool images that the product ships. */
@NullMarked
package dev.otters.images;

import org.jspecify.annotations.NullMarked;
