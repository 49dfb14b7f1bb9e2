import { existsSync, readFileSync } from "node:fs";
import { runWithCache } from "@saccade/lens";
import type { Bert, GPT } from "@saccade/models";
import { loadPretrained } from "@saccade/pretrained";
import { type Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { expectTable, type Table } from "../golden.ts";

const shared = new URL("../../../../../shared/models/", import.meta.url);
const has = existsSync(new URL("bert.safetensors", shared));

async function open(name: string): Promise<unknown> {
  const files = [
    [`${name}.safetensors`, "model.safetensors"],
    [`${name}.config.json`, "config.json"],
  ] as const;
  const { model } = await loadPretrained(
    files.map(([from, to]) => new File([readFileSync(new URL(from, shared))], to)),
  );
  return model;
}
const golden = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, shared), "utf8"));
const ids = ({ data, shape }: Table): Tensor => tensor(data, { dtype: "int32" }).reshape(shape);

test.skipIf(!has)("a BERT checkpoint's patterns and last residual stream are PyTorch's", async () => {
  const bert = (await open("bert")) as Bert;
  bert.eval();
  const { input_ids, token_type_ids, attention_mask, last_hidden_state, attentions } = golden("bert");
  const keyMask = ids(attention_mask).ne(0);
  const { cache } = runWithCache(bert, () =>
    bert.forward(ids(input_ids), { tokenTypes: ids(token_type_ids), keyMask }),
  );
  const last = bert.settings.numLayers - 1;
  // Queries of padding are PyTorch's here too.
  expectTable(cache.get("normalized_resid_post", last), last_hidden_state);
  attentions.forEach((table: Table, layer: number) => {
    expectTable(cache.get("pattern", layer), table);
  });
  const parts = ["embed.hook_embed", "embed.hook_pos_embed", "embed.hook_token_type_embed"];
  const [words, positions, types] = parts.map((name) => cache.get(name));
  const normed = bert.norm.forward(words!.add(positions!).add(types!));
  expect(normed.sub(cache.get("hook_full_embed")).abs().max().item()).toBeLessThan(1e-6);
});

test.skipIf(!has)("a Llama checkpoint's patterns are PyTorch's", async () => {
  const llama = (await open("llama")) as GPT;
  llama.eval();
  const { input_ids, logits, attentions } = golden("llama");
  const { output, cache } = runWithCache(llama, ids(input_ids));
  expectTable(output, logits);
  attentions.forEach((table: Table, layer: number) => {
    expectTable(cache.get("pattern", layer), table);
  });
  const { numHeads, numKvHeads, headDim } = llama.settings;
  const [b, n] = input_ids.shape;
  expect(cache.get("q", 0).shape).toEqual([b, n, numHeads, headDim]);
  expect(cache.get("rot_k", 0).shape).toEqual([b, n, numKvHeads, headDim]);
});
