import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { openFolder } from "../src/open-folder.ts";
import { runFolder } from "../src/run-folder.ts";

const data = fileURLToPath(new URL("../data/models", import.meta.url));

interface Expected {
  logits: { data: number[] };
  attentions: { data: number[] }[];
  loss: number;
  grad_norms: Record<string, number>;
  greedy: { tokens: number[] };
  [key: string]: unknown;
}

/** The findings for a copy of gpt2-half with changed expected values. */
async function findings(
  change: (expected: Expected) => void,
  files?: Record<string, string>,
): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), "golden-"));
  cpSync(data, root, { recursive: true, filter: (path) => path === data || path.includes("gpt2-half") });
  const file = join(root, "gpt2-half.json");
  const expected: Expected = JSON.parse(readFileSync(file, "utf8"));
  change(expected);
  writeFileSync(file, JSON.stringify(expected));
  for (const [name, text] of Object.entries(files ?? {})) writeFileSync(join(root, name), text);
  const { results } = await runFolder(openFolder(root), { backends: ["reference"] });
  return results.flatMap((result) => result.findings).join("\n");
}

it("passes a model whose numbers are PyTorch's", async () => {
  expect(await findings(() => {})).toBe("");
});

it("names every number of a model that is another", async () => {
  const found = await findings((expected) => {
    expected.logits.data[3]! += 1e-3;
    expected.attentions[1]!.data[0]! -= 1e-3;
    expected.loss += 1e-3;
    expected.grad_norms["transformer.h.0.attn.c_attn.bias"]! += 1e-3;
    delete expected.grad_norms["transformer.ln_f.bias"];
    expected.greedy.tokens[7] = (expected.greedy.tokens[7]! + 1) % 13;
    expected["odd"] = 1;
  });
  expect(found).toMatch(/logits: max error 0\.0010.*\n.*attentions\[1\]: max error 0\.0010/);
  expect(found).toMatch(/loss: max error 0\.0010/);
  expect(found).toMatch(/grad_norms h\.0\.attn\.c_attn\.bias: max error 0\.0010/);
  expect(found).toMatch(/grad_norms ln_f\.bias: missing in the file/);
  expect(found).toMatch(/greedy tokens with the cache\[7\].*\n.*greedy tokens without the cache\[7\]/);
  expect(found).toMatch(/unknown key, so unchecked: odd/);
});

it("says why a model cannot be loaded", async () => {
  const found = await findings(() => {}, { "gpt2-half.config.json": '{ "model_type": "t5" }' });
  expect(found).toMatch(/gpt2-half\.config\.json: model_type is "t5"/);
});
