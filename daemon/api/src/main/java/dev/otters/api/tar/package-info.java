/** Tars of files whose names are bytes in any encoding. */
@NullMarked
package dev.otters.api.tar;

import org.jspecify.annotations.NullMarked;
