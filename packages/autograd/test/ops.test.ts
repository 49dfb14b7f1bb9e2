import { hostOps, ops } from "@saccade/tensor/backend";
import { expect, test } from "vitest";
import { checkGradients } from "./check-gradients.ts";
import { opCases } from "./op-cases.ts";

checkGradients(opCases);

test("an op's name is its name in the table", () => {
  for (const [name, op] of Object.entries({ ...ops, ...hostOps })) expect(op.name).toBe(name);
});
