import { runWithCache } from "@saccade/lens";
import type { Bert, GPT } from "@saccade/models";
import { type Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { checkpoint, expectTable, hasGolden, readShared, type Table } from "../golden.ts";
import { difference } from "../models.ts";

const golden = (name: string) => readShared(`models/${name}.json`);
const ids = ({ data, shape }: Table): Tensor => tensor(data, { dtype: "int32" }).reshape(shape);

test.skipIf(!hasGolden)("a BERT checkpoint's patterns and last residual stream are PyTorch's", async () => {
  const bert = (await checkpoint("bert")) as Bert;
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
  expect(difference(normed, cache.get("hook_full_embed"))).toBeLessThan(1e-6);
});

test.skipIf(!hasGolden)("a Llama checkpoint's patterns are PyTorch's", async () => {
  const llama = (await checkpoint("llama")) as GPT;
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
