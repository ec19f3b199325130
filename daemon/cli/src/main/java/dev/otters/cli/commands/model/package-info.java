/** Commands for model providers and local models. */
@NullMarked
package dev.otters.cli.commands.model;

import org.jspecify.annotations.NullMarked;
