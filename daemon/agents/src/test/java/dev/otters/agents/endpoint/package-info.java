@NullMarked
package dev.otters.agents.endpoint;

import org.jspecify.annotations.NullMarked;
