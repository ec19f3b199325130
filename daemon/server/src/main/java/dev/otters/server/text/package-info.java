/** What is said about names that were mistyped. */
@NullMarked
package dev.otters.server.text;

import org.jspecify.annotations.NullMarked;
