import { fromSafetensors, Linear } from "@saccade/nn";
import {
  loadSafetensors,
  readFileBytes,
  saveSafetensors,
} from "@saccade/nn/node";

const net = new Linear(2, 1);
// metadata: texts by name
await saveSafetensors("net.safetensors", net, { epoch: "4" });

const { tensors, metadata } = await loadSafetensors("net.safetensors", {
  metadata: true,
});
net.loadStateDict(tensors);
console.log(Object.keys(tensors), metadata.epoch);

// The same of bytes, in a page too: fromSafetensors(bytes)
const bytes = await readFileBytes("net.safetensors");
console.log(fromSafetensors(bytes).metadata.epoch);
