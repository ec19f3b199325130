/**
 * Servers of the Model Context Protocol as resources. What they send is the data of strangers:
 * everything that is read has a limit, and every wait has a deadline.
 */
@NullMarked
package dev.otters.resources.mcp;

import org.jspecify.annotations.NullMarked;
