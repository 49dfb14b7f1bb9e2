import { describe } from "vitest";
import type * as nn from "../../src/index.ts";
import type * as optim from "../../src/optim/index.ts";
import { inits } from "./init.calls.ts";
import { layers } from "./layers.calls.ts";
import { losses } from "./losses.calls.ts";
import { recurrent } from "./recurrent.calls.ts";
import { schedulers } from "./schedulers.calls.ts";
import { type Call, walk } from "./walk.ts";

/** The functions and classes among a namespace's exports. */
type Callable<N> = {
  [Name in keyof N]: N[Name] extends
    | ((...given: never[]) => unknown)
    | (abstract new (
        ...given: never[]
      ) => unknown)
    ? Name
    : never;
}[keyof N];

/** Those whose wrong calls are tested elsewhere: files and checkpoints, errors, and classes that are only derived from. */
type Elsewhere =
  | `${string}Error`
  | `${"read" | "write" | "encode" | "decode" | "is" | "open" | "restore" | "save" | "load" | "to" | "from"}${string}`
  | `${"Module" | "Optimizer" | "Scheduler"}`;

// Optimizers: see optimizers.test.ts.
type Later = keyof typeof optim;

type Public = Exclude<Callable<typeof nn>, Elsewhere | Later> | `init.${Callable<typeof nn.init>}`;

// A function or class without a call does not compile.
const calls: Readonly<Record<Public, Call>> = { ...layers, ...losses, ...recurrent, ...inits, ...schedulers };

describe("wrong calls are refused with a named error that names the function, the argument and the value", () => {
  for (const [path, one] of Object.entries<Call>(calls)) walk(path, one);
});
