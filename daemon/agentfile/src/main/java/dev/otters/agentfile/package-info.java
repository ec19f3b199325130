/** Reads an Agentfile into immutable records and reports every problem with its position. */
@NullMarked
package dev.otters.agentfile;

import org.jspecify.annotations.NullMarked;
