import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getBackend } from "@saccade/tensor";
import { type Calls, ofKind } from "../../../tensor/test/walk.ts";
import * as nn from "../../src/index.ts";
import type * as node from "../../src/node.ts";

const model = new nn.Linear(1, 1);
const optimizer = new nn.SGD(model);
const run = { model, optimizer };
const unfit = [{}, { model }, { optimizer }, { ...run, model: 3 }, { ...run, optimizer: model }];
const objects = ofKind(run, [...unfit, { ...run, scheduler: 3 }, { ...run, schedular: 1 }]);
const bytes = ofKind(nn.encodeCheckpoint(run));
const entry = { dtype: "F32", shape: [1], data: new Float32Array(1) };
const oddEntries = [[3], ["ab"], [["a"]], [["a", null]], [["a", { dtype: "F32" }]]];
const entries = ofKind([["a", entry]], oddEntries, new Map());
const tensors = ofKind(model, [{ a: [1] }], {});
const metadata = ofKind({ a: "b" }, [], undefined);
/** Where good calls write. */
export const folder: string = mkdtempSync(join(tmpdir(), "saccade-files-"));
const path = ofKind(join(folder, "a"), [""]);
const options = { before: () => undefined };
const backend = { backend: ofKind(getBackend(), [{}]) };

/** Files and checkpoints: what is refused names the function first. */
export const files = {
  encodeCheckpoint: { takes: [objects] },
  restoreCheckpoint: { takes: [bytes, objects], options, says: "the checkpoint" },
  readCheckpoint: { takes: [bytes], says: "the checkpoint" },
  toSafetensors: { takes: [tensors, metadata], says: "safetensors" },
  fromSafetensors: { takes: [bytes], options: backend, says: ["fromData", "safetensors"] },
  encodeSafetensors: { takes: [entries, metadata], says: ["unbind", "safetensors"] },
  decodeSafetensors: { takes: [bytes], options: { maxHeaderBytes: 1e6 }, says: "safetensors" },
  readTensorData: {
    takes: [ofKind({ ...entry, bytes: new Uint8Array(4) }, [{}, entry])],
    says: "safetensors",
  },
};

/** Those of Node's entry, which do not count their arguments; the good calls write and read the path in this order. */
export const ofNode = {
  saveCheckpoint: { takes: [path, objects] },
  saveCheckpointSync: { takes: [path, objects] },
  loadCheckpoint: { takes: [path, objects], options, says: "restoreCheckpoint" },
  saveSafetensors: { takes: [path, tensors, metadata] },
  loadSafetensors: {
    takes: [path],
    options: { ...backend, metadata: false },
    says: ["fromData", "fromSafetensors"],
  },
} satisfies Partial<Calls<typeof node>>;
