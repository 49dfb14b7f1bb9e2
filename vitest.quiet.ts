import fc from "fast-check";
import { level } from "./vitest.level.ts";

// Tests compute on the reference backend and do not need to be told of a faster one.
Object.defineProperty(globalThis, Symbol.for("saccade.slow"), { value: true, configurable: true });

// Each night properties draw other cases, and more of them; otherwise the same ones, so that a run can be repeated.
fc.configureGlobal(level === "long" ? { numRuns: 1_000 } : { seed: 1 });
