/** Things that the reader may look for. */
export const cueNames = ["none", "read", "drink", "write"] as const;
export type Cue = (typeof cueNames)[number];

export const thingNames = ["newspaper", "paper", "cup", "notebook", "book", "pencil"] as const;
export type ThingName = (typeof thingNames)[number];

/** Stands out, for reading, for drinking, for writing. */
type Features = readonly [number, number, number, number];

/** The things on the table: the keys. */
export const thingKeys: Readonly<Record<ThingName, Features>> = {
  newspaper: [0.5, 2.2, 0, 0],
  paper: [0.4, 1.6, 0, 0.9],
  cup: [3, 0, 3.6, 0],
  notebook: [0.5, 0.8, 0, 2.4],
  book: [0.6, 3.6, 0, 0],
  pencil: [0.7, 0, 0, 3.4],
};

/** The queries of the cues. Without a cue, the query is what stands out, the same for everyone. */
export const cueQueries: Readonly<Record<Cue, Features>> = {
  none: [1, 0, 0, 0],
  read: [0, 1, 0, 0],
  drink: [0, 0, 1, 0],
  write: [0, 0, 0, 1],
};
