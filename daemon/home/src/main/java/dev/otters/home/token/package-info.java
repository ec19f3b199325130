/** Bearer tokens of operators and agents. */
@NullMarked
package dev.otters.home.token;

import org.jspecify.annotations.NullMarked;
