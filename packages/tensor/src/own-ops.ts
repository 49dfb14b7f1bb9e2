/** The ops that `defineOp` made. What is known of a built-in op by its name does not hold for them. */
export const ownOps: WeakSet<object> = new WeakSet();
