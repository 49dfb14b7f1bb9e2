// The code around a program in its worker: gives it the packages and a console, and reports how it ended.
import * as attention from "@saccade/attention";
import * as attentionDefinitions from "@saccade/attention/definitions";
import * as attentionModel from "@saccade/attention/model";
import * as autograd from "@saccade/autograd";
import * as datasets from "@saccade/datasets";
import * as datasetsTasks from "@saccade/datasets/tasks";
import * as kernelsWasm from "@saccade/kernels-wasm";
import * as lens from "@saccade/lens";
import * as models from "@saccade/models";
import * as modelsDefinitions from "@saccade/models/definitions";
import * as modelsSeeds from "@saccade/models/seeds";
import * as nn from "@saccade/nn";
import * as nnDefinitions from "@saccade/nn/definitions";
import * as nnInit from "@saccade/nn/init";
import * as nnOptimizer from "@saccade/nn/optimizer";
import * as onnx from "@saccade/onnx";
import * as plot from "@saccade/plot";
import * as pretrained from "@saccade/pretrained";
import * as tensor from "@saccade/tensor";
import * as tensorBackend from "@saccade/tensor/backend";
import * as tensorChecks from "@saccade/tensor/checks";
import * as tensorContract from "@saccade/tensor/contract";
import * as tensorDefinitions from "@saccade/tensor/definitions";
import * as tensorFused from "@saccade/tensor/fused";
import * as tensorLinalg from "@saccade/tensor/linalg";
import * as tensorMasked from "@saccade/tensor/masked";
import * as tensorSpecial from "@saccade/tensor/special";
import * as tensorWindows from "@saccade/tensor/windows";
import * as train from "@saccade/train";
import * as saccade from "saccade";
import { longest, type Message } from "./messages.ts";
import { textOf } from "./text.ts";

const packages: ReadonlyMap<string, object> = new Map<string, object>([
  ["@saccade/tensor", tensor],
  ["@saccade/tensor/backend", tensorBackend],
  ["@saccade/tensor/checks", tensorChecks],
  ["@saccade/tensor/contract", tensorContract],
  ["@saccade/tensor/definitions", tensorDefinitions],
  ["@saccade/tensor/fused", tensorFused],
  ["@saccade/tensor/linalg", tensorLinalg],
  ["@saccade/tensor/masked", tensorMasked],
  ["@saccade/tensor/special", tensorSpecial],
  ["@saccade/tensor/windows", tensorWindows],
  ["@saccade/autograd", autograd],
  ["@saccade/nn", nn],
  ["@saccade/nn/definitions", nnDefinitions],
  ["@saccade/nn/init", nnInit],
  ["@saccade/nn/optimizer", nnOptimizer],
  ["@saccade/attention", attention],
  ["@saccade/attention/model", attentionModel],
  ["@saccade/models", models],
  ["@saccade/models/definitions", modelsDefinitions],
  ["@saccade/models/seeds", modelsSeeds],
  ["@saccade/attention/definitions", attentionDefinitions],
  ["@saccade/datasets", datasets],
  ["@saccade/datasets/tasks", datasetsTasks],
  ["@saccade/kernels-wasm", kernelsWasm],
  ["@saccade/lens", lens],
  ["@saccade/onnx", onnx],
  ["@saccade/pretrained", pretrained],
  ["@saccade/plot", plot],
  ["@saccade/train", train],
  ["saccade", saccade],
]);

/**
 * In the worker's file these stand before this one (see run-program.ts): the program as a function, and how many lines of the
 * file are the program's.
 */
declare const program: (require: (name: string) => object, exports: object, console: object) => Promise<void>;
declare const programLines: number;

Error.stackTraceLimit = 100; // a line of the program may lie far below those of the library

self.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  fail(event.reason);
});
self.addEventListener("error", (event) => {
  event.preventDefault();
  fail(event.error);
});

const log = (...values: unknown[]): void =>
  tell({ kind: "line", text: values.map(textOf).join(" ").slice(0, longest.line) });
program(load, {}, { log, info: log, debug: log, warn: log, error: log }).then(
  () => tell({ kind: "done" }),
  fail,
);

function load(name: string): object {
  const found = packages.get(name);
  if (found === undefined) throw new Error(`"${name}" cannot be imported in a page.`);
  return found;
}

function fail(error: unknown): void {
  const known = error instanceof Error;
  const text = known ? `${error.name}: ${error.message}` : `${textOf(error)} was thrown`;
  tell({ kind: "failed", text: text.slice(0, longest.failed + 1), line: known ? lineOf(error) : null });
}

/** The innermost line of the program that an error passed. */
function lineOf({ stack = "" }: Error): number | null {
  for (const rest of stack.split(`${location.href}:`).slice(1)) {
    const line = Number.parseInt(rest, 10);
    if (line <= programLines) return line;
  }
  return null;
}

function tell(message: Message): void {
  self.postMessage(message);
}
