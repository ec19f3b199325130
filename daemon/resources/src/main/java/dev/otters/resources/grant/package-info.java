/** The paths that sessions are granted. */
@NullMarked
package dev.otters.resources.grant;

import org.jspecify.annotations.NullMarked;
