// The results that `foldRows` folds a row into.

/** Π x */
export const product = 0;
/** Σ |x| */
export const sizes = 1;
/** √Σ x² */
export const root = 2;
/** max |x| */
export const largest = 3;
/** min |x| */
export const smallest = 4;
/** How many x are not 0. */
export const count = 5;
/** (Σ |x|ᵖ)^(1/p) */
export const power = 6;
