/** Bearer tokens of operators and agents. */
@NullMarked
package dev.otters.server.token;

import org.jspecify.annotations.NullMarked;
