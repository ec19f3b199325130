/** Tests of what a person sees. */
@NullMarked
package dev.otters.cli.console;

import org.jspecify.annotations.NullMarked;
