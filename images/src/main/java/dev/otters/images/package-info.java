/** Builds the images that this release ships, and those that its tests need, with Jib. */
@NullMarked
package dev.otters.images;

import org.jspecify.annotations.NullMarked;
