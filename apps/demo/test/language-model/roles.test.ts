import type { Bert, GPT } from "@saccade/models";
import { memory } from "@saccade/tensor";
import { expect, it } from "vitest";
import { headRoles } from "../../src/pages/language-model/opened/opened-model.ts";
import { tinyModel } from "./fixtures.ts";

it.each(["gpt2", "llama", "bert"] as const)(
  "every head of a %s has its scores, and no tensor stays",
  (shape) => {
    const model: GPT | Bert = tinyModel(shape);
    const before = memory().tensors;
    const roles = headRoles(model);
    expect(memory().tensors).toBe(before);
    expect([roles.layers, roles.heads]).toEqual([2, 4]);
    for (const scores of [roles.previousToken, roles.duplicateToken, roles.induction]) {
      expect(scores).toHaveLength(8);
      for (const score of scores) expect(score).toBeGreaterThan(0);
    }
    // No query has more than all of its weight for three keys.
    roles.induction.forEach((score, i) => {
      expect(score + roles.duplicateToken[i]!).toBeLessThanOrEqual(1);
    });
    expect(headRoles(model)).toEqual(roles);
  },
);
