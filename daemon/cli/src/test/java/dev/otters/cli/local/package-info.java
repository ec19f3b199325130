/** Tests of what is read on this machine. */
@NullMarked
package dev.otters.cli.local;

import org.jspecify.annotations.NullMarked;
