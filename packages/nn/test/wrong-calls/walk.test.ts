import { type Calls, walk } from "../../../tensor/test/walk.ts";
import * as nn from "../../src/index.ts";
import { walkMemory } from "../walk-parts.ts";
import { inits } from "./init.calls.ts";
import { layers } from "./layers.calls.ts";
import { losses } from "./losses.calls.ts";
import { optim } from "./optim.calls.ts";
import { recurrent } from "./recurrent.calls.ts";
import { schedulers } from "./schedulers.calls.ts";

/** Files and checkpoints, see checkpoint/arguments.test.ts, and classes that are only derived from. */
type Elsewhere =
  | `${"read" | "encode" | "decode" | "is" | "restore" | "to" | "from"}${string}`
  | `${"Module" | "Optimizer" | "Scheduler"}`;

const own: Calls<typeof nn, Elsewhere> = { ...layers, ...losses, ...optim, ...recurrent, ...schedulers };
const ofInit: Calls<typeof nn.init> = inits;

walk(nn, own);
walk(nn.init, ofInit, "init.");
walkMemory(nn, own);
