// Numbers by which the host tells a kernel what to do.

// Dtypes.
export const floatType = 0;
export const intType = 1;
export const boolType = 2;

// What `product` packs: a sum of these.
export const packLeft = 1;
export const packRight = 2;

// What `put` does to an element.
export const replace = 0;
export const addFloat = 1;
export const addInt = 2;

// What `trigonometry` computes: further quarters of a turn, and the tangent.
export const sine = 0;
export const cosine = 1;
export const tangent = 2;
