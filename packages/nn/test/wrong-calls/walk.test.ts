import { rmSync } from "node:fs";
import type * as tensor from "@saccade/tensor";
import { afterAll } from "vitest";
import { type Calls, walk } from "../../../tensor/test/walk.ts";
import * as nn from "../../src/index.ts";
import * as node from "../../src/node.ts";
import { walkMemory } from "../walk-parts.ts";
import { activationFunctions } from "./activations.calls.ts";
import { files, folder, ofNode } from "./files.calls.ts";
import { functions } from "./functional.calls.ts";
import { inits } from "./init.calls.ts";
import { layers } from "./layers.calls.ts";
import { distances, losses } from "./losses.calls.ts";
import { optim } from "./optim.calls.ts";
import { recurrent } from "./recurrent.calls.ts";
import { schedulers } from "./schedulers.calls.ts";
import { windowFunctions, windowLayers } from "./windows.calls.ts";

/** Names of `functional` that layers, losses and tensors have too. */
type Reexported = keyof typeof nn | keyof typeof tensor;

/** Readers that hand on what they are given, what runs in every forward, and classes that are only derived from. */
type Elsewhere =
  | "readSafetensorsHeader"
  | "isSafetensorsDType"
  | "site"
  | "isWatched"
  | "isTapped"
  | "running"
  | "tap"
  | "Module"
  | "Optimizer"
  | "Scheduler";

const own: Calls<typeof nn, Elsewhere> = {
  ...files,
  ...layers,
  ...losses,
  ...optim,
  ...recurrent,
  ...schedulers,
  ...windowLayers,
};
const ofFunctional: Calls<Omit<typeof nn.functional, Reexported>, "binaryCrossEntropyWithLogits"> = {
  ...activationFunctions,
  ...distances,
  ...functions,
  ...windowFunctions,
};
const ofInit: Calls<typeof nn.init> = inits;

afterAll(() => rmSync(folder, { recursive: true }));

walk(nn, own);
walk(nn.init, ofInit, "init.");
walk(nn.functional, ofFunctional);
walk(node, ofNode);
walkMemory(nn, own);
