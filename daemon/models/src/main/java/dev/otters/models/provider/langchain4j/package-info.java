/**
 * The vendors of models, through LangChain4j. No other package uses the library, whose classes are
 * loaded with the first completion.
 */
@NullMarked
package dev.otters.models.provider.langchain4j;

import org.jspecify.annotations.NullMarked;
