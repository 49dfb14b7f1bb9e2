// Numbers with which the host selects a kernel's function.

// Dtypes.
export const floatType = 0;
export const intType = 1;
export const boolType = 2;

// The flags of `product`: a sum of these.
export const packLeft = 1;
export const packRight = 2;

// The operations of `put` on an element.
export const replace = 0;
export const addFloat = 1;
export const addInt = 2;

// The functions of `trigonometry`: further quarters of a turn, and the tangent.
export const sine = 0;
export const cosine = 1;
export const tangent = 2;
