// A score program: steps that change attention's scores, and mask them. Fused kernels run them on each tile; here they run in tensor
// ops, which is their specification.

import { filled } from "../../create.ts";
import { broadcastShapes, type Shape } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { where } from "../elementwise/comparison.ts";
import { gather } from "../indexing/gather.ts";
import { type AssembledProgram, assembled, type Codes } from "./score-assembly.ts";
import { type ProgramParts, type ScoreSlopes, type ScoreStep, slopesOf } from "./score-steps.ts";

/**
 * Steps with their results. Attention's op and kernels call a program's methods, so that code without programs has none of this.
 *
 * @example new ScoreProgram({ steps: [{ op: "score" }], score: 0, mask: null, tables: [] }).score // 0
 */
export class ScoreProgram implements ProgramParts {
  readonly steps: readonly ScoreStep[];
  readonly score: number;
  readonly mask: number | null;
  readonly tables: readonly boolean[];

  constructor({ steps, score, mask, tables }: ProgramParts) {
    this.steps = steps;
    this.score = score;
    this.mask = mask;
    this.tables = tables;
  }

  /**
   * The result of a step in tensor ops, for scores (…, lq, lk). It broadcasts to these. Without scores it must not depend on them.
   */
  resultOf(step: number, pairs: Pairs, operands: readonly Tensor[], scores?: Tensor): Tensor {
    const { dtype, backend } = pairs;
    const values: Tensor[] = [];
    const floats = (x: Tensor): Tensor => (x.dtype === dtype ? x : x.to(dtype));
    const valueOf = (at: number): Tensor => {
      values[at] ??= compute(this.steps[at]!);
      return values[at];
    };
    const compute = (step: ScoreStep): Tensor => {
      switch (step.op) {
        case "score":
        case "cotangent":
          return scores!;
        case "operand":
          return floats(operands[step.operand]!);
        case "constant":
          return filled("constant", [], step.value, { dtype, backend });
        case "where":
          return where(valueOf(step.condition), valueOf(step.a), valueOf(step.b));
        case "gather":
          return floats(gathered(operands[step.operand]!, valueOf(step.index), pairs));
        default:
          return "b" in step ? valueOf(step.a)[step.op](valueOf(step.b)) : valueOf(step.a)[step.op]();
      }
    };
    return valueOf(step);
  }

  /** Its mask, and its change of scores, for queries q (…, lq, d) and keys k (…, lk, d). */
  over(
    q: Tensor,
    k: Tensor,
    operands: readonly Tensor[],
  ): { readonly mask: Tensor | null; readonly change: (scores: Tensor) => Tensor } {
    const batch = broadcastShapes("scaledDotProduct", q.shape.slice(0, -2), k.shape.slice(0, -2));
    const { dtype, backend } = q;
    const pairs = { shape: [...batch, q.size(-2), k.size(-2)], dtype, backend };
    return {
      mask: this.mask === null ? null : this.resultOf(this.mask, pairs, operands),
      change: (scores) => this.resultOf(this.score, pairs, operands, scores).expand(scores.shape),
    };
  }

  /** The steps that also give the gradients of the product, and of the operands for which `wanted` is true. */
  slopes(wanted: readonly boolean[], scale: number): ScoreSlopes {
    return slopesOf(this, wanted, scale);
  }

  /** The program for a machine with registers, for operands of these shapes; with `backward`, its gradients too. */
  assembled(
    codes: Codes,
    shapes: readonly Shape[],
    backward: { readonly learned: readonly boolean[]; readonly scale: number } | undefined,
  ): AssembledProgram {
    return assembled(codes, this, shapes, backward);
  }
}

/** What scores are like: (…, lq, lk), their floats, and where they are. */
export type Pairs = Pick<Tensor, "shape" | "dtype" | "backend">;

// The elements of a table at whole numbers, for all pairs of the scores.
function gathered(table: Tensor, index: Tensor, { shape }: Pairs): Tensor {
  const pairs = shape.slice(-2);
  const batch = broadcastShapes("gather", table.shape.slice(0, -2), index.shape.slice(0, -2));
  const at = index.expand([...batch, ...pairs]).reshape([...batch, 1, -1]);
  const rows = table.expand([...batch, 1, table.size(-1)]);
  return gather(rows, -1, at.to("int32")).reshape([...batch, ...pairs]);
}
