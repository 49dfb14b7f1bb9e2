/** The seeds fill masked scores with finite numbers, so that a wholly masked row is uniform. */
export const seedFills: Readonly<Record<"seed000" | "seed003" | "seed004", number>> = {
  seed000: -1e9,
  seed003: -1e20,
  seed004: -1e6,
};
