package mtc.run.store;

/**
 * What a store promises.
 *
 * @param isolation as users of the store name it
 * @param level the level of the checker that this is
 * @param source where the promise is made
 */
public record Claim(String isolation, String level, String source) {}
