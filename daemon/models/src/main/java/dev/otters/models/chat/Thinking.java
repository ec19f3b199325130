package dev.otters.models.chat;

/**
 * The parts of an answer that only its model can read, such as signed reasoning. The model needs
 * them back with the results of the tools that it called.
 *
 * @param model the model that wrote them, {@code provider/model}; they are void for any other
 * @param json the parts, in the form of the provider's dialect
 */
public record Thinking(String model, String json) {}
