/** The operator API's messages and their one codec. */
@NullMarked
package dev.otters.api;

import org.jspecify.annotations.NullMarked;
