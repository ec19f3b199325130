/** Agent images, their tags and layers, and the results of working on the store. */
@NullMarked
package dev.otters.api.image;

import org.jspecify.annotations.NullMarked;
