/**
 * Real models through LangChain4j: the only package that knows the library, whose classes are
 * loaded with the first completion.
 */
@NullMarked
package dev.otters.models.provider.langchain4j;

import org.jspecify.annotations.NullMarked;
