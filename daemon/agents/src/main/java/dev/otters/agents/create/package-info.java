/** Creation of agents from images and the options of an operator. */
@NullMarked
package dev.otters.agents.create;

import org.jspecify.annotations.NullMarked;
