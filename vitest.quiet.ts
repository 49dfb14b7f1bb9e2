// Tests compute on the reference backend and do not need to be told of a faster one.
Object.defineProperty(globalThis, Symbol.for("saccade.slow"), { value: true, configurable: true });
