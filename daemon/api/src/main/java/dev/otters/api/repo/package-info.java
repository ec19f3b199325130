/** Git repositories of agents in the operator API. */
@NullMarked
package dev.otters.api.repo;

import org.jspecify.annotations.NullMarked;
