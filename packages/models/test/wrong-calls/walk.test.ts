import { walkMemory, walkParts } from "../../../nn/test/walk-parts.ts";
import { type Calls, walk } from "../../../tensor/test/walk.ts";
import * as models from "../../src/index.ts";
import * as seeds from "../../src/seeds/index.ts";
import { calls } from "./models.calls.ts";
import { seedCalls } from "./seeds.calls.ts";

const own: Calls<typeof models, "Encoder" | "Decoder" | "AttentionDecoder"> = calls;
type Alias = "Attention" | "MultiHeadAttention" | "SelfAttention" | `SelfAttentionV${1 | 2 | 3}`;
const ofSeeds: Calls<typeof seeds, Alias> = seedCalls;

for (const [entry, table] of [
  [models, own],
  [seeds, ofSeeds],
] as const) {
  walk(entry, table);
  walkMemory(entry, table);
  walkParts(entry, table);
}
