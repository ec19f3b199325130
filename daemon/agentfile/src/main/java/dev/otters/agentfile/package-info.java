/**
 * Describes an Agentfile as immutable records whose constructors hold the rules of the language.
 */
@NullMarked
package dev.otters.agentfile;

import org.jspecify.annotations.NullMarked;
