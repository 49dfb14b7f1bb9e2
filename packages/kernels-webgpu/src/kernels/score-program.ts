// A score program as WGSL: a function of a query i, a key j and the score, its slope, and whether the query may attend to the key.

import type { ScaledDotProductAttrs } from "@saccade/tensor/backend";
import {
  type BinaryName,
  readBy,
  type ScoreProgram,
  type ScoreStep,
  type UnaryName,
} from "@saccade/tensor/fused";
import { ofOne, ofTwo } from "./elementwise.ts";

/** Every GPU binds eight buffers, of which attention has five or six. */
const mostOperands = 2;

/**
 * Whether a call is composed of other ops: a program with more operands than a kernel binds, and one whose operands have
 * gradients.
 */
export function isComposed(
  name: string,
  { program, masked, learned = 0 }: Partial<ScaledDotProductAttrs>,
): boolean {
  if (program === undefined) return false;
  const isBackward = name === "scaledDotProductBackward";
  return program.tables.length + Number(masked) > mostOperands || (isBackward && learned > 0);
}

/** A score of −∞, which compilers may assume not to occur. */
export const lowest = "-3.4028234e38f";

/** How a source reads an operand. */
export interface ProgramOperand {
  readonly buffer: string;
  /** Where the operand of the batch starts. */
  readonly at: string;
  readonly rowStep: string;
  readonly columnStep: string;
}

/** What the steps of a program are called with. */
const parameters = "i: u32, j: u32, s: f32";

/** The functions `changed`, `slopeOfChange` and `programAllows`. */
export function programFunctions(program: ScoreProgram, operands: readonly ProgramOperand[]): string {
  const { steps, score } = program.slopes(
    program.tables.map(() => false),
    1,
  );
  const values = steps.map((step) => valueOf(step, operands));
  const body = (result: number): string => {
    const needed = new Set<number>();
    const visit = (at: number): void => {
      if (needed.has(at)) return;
      for (const read of readBy(steps[at]!)) visit(read);
      needed.add(at);
    };
    visit(result);
    return `${[...needed].map((at) => `  let v${at} = ${values[at]};`).join("\n")}\n  return v${result};`;
  };
  return `fn changed(${parameters}) -> f32 {
${body(program.score)}
}
fn slopeOfChange(${parameters}) -> f32 {
${score === null ? "  return 0;" : body(score)}
}
fn programAllows(i: u32, j: u32) -> bool {
  let s = 0f;
${program.mask === null ? "  return true;" : body(program.mask)}
}`;
}

function valueOf(step: ScoreStep, operands: readonly ProgramOperand[]): string {
  switch (step.op) {
    case "score":
      return "s";
    case "cotangent":
      return "1f";
    case "constant":
      return numberOf(step.value);
    case "operand": {
      const { buffer, at, rowStep, columnStep } = operands[step.operand]!;
      return `f32(${buffer}[${at} + i * ${rowStep} + j * ${columnStep}])`;
    }
    case "gather": {
      const { buffer, at } = operands[step.operand]!;
      return `f32(${buffer}[${at} + u32(v${step.index})])`;
    }
    case "where":
      return `select(v${step.b}, v${step.a}, v${step.condition})`;
    default: {
      const last = "b" in step ? step.b : step.a;
      return formulas[step.op].float.replace(/\b[abx]\b/g, (name) => `v${name === "b" ? last : step.a}`);
    }
  }
}

function numberOf(value: number): string {
  if (value === Number.NEGATIVE_INFINITY) return lowest;
  if (value === Number.POSITIVE_INFINITY) return "infinity()";
  return Number.isNaN(value) ? "notANumber()" : `f32(${Math.fround(value)})`;
}

/** The formulas of tensors, but for those of bools, which are WGSL's own here. */
const formulas: Readonly<Record<UnaryName | BinaryName, { readonly float: string }>> = {
  ...{ ...ofOne, ...ofTwo },
  ne: { float: "a != b" },
  logicalNot: { float: "!x" },
  logicalAnd: { float: "a && b" },
  logicalOr: { float: "a || b" },
};
