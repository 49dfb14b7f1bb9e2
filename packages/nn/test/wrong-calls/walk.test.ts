import { rmSync } from "node:fs";
import { afterAll } from "vitest";
import { type Calls, walk } from "../../../tensor/test/walk.ts";
import * as nn from "../../src/index.ts";
import * as node from "../../src/node.ts";
import { walkMemory } from "../walk-parts.ts";
import { files, folder, ofNode } from "./files.calls.ts";
import { inits } from "./init.calls.ts";
import { layers } from "./layers.calls.ts";
import { losses } from "./losses.calls.ts";
import { optim } from "./optim.calls.ts";
import { recurrent } from "./recurrent.calls.ts";
import { schedulers } from "./schedulers.calls.ts";

/** Readers that hand on what they are given, and classes that are only derived from. */
type Elsewhere = "readSafetensorsHeader" | "isSafetensorsDType" | "Module" | "Optimizer" | "Scheduler";

const own: Calls<typeof nn, Elsewhere> = {
  ...files,
  ...layers,
  ...losses,
  ...optim,
  ...recurrent,
  ...schedulers,
};
const ofInit: Calls<typeof nn.init> = inits;

afterAll(() => rmSync(folder, { recursive: true }));

walk(nn, own);
walk(nn.init, ofInit, "init.");
walk(node, ofNode);
walkMemory(nn, own);
