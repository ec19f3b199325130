/** Commands for registry logins. */
@NullMarked
package dev.otters.cli.commands.registry;

import org.jspecify.annotations.NullMarked;
