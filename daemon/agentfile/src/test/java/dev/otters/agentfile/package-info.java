/** Tests the records of an Agentfile. */
@NullMarked
package dev.otters.agentfile;

import org.jspecify.annotations.NullMarked;
