/** Agent images and the results of operations on the image store. */
@NullMarked
package dev.otters.api.image;

import org.jspecify.annotations.NullMarked;
