/** A git server for tests. */
@NullMarked
package dev.otters.git.testkit;

import org.jspecify.annotations.NullMarked;
