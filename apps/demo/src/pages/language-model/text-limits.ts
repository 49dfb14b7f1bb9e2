/** A shorter text, in characters, leaves nothing to learn. */
export const shortest = 200;
/** The rest of a longer one is left out. */
export const longest = 200_000;
