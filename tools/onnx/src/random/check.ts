import { noGrad } from "@saccade/autograd";
import { exportOnnx, OnnxError } from "@saccade/onnx";
import { randn, scope, type Tensor, where } from "@saccade/tensor";
import { difference, open } from "../engine.ts";
import type { RandomProgram, Sizes } from "./program.ts";

/** The outcome of a program. */
export type Result =
  | { readonly kind: "equal"; readonly ran: number; readonly unstable: number }
  | { readonly kind: "refused" | "wrong" | "raw error"; readonly message: string };

const tolerance = 2e-4;
// Above 0 in float32.
const smallest = 2 ** -149;

/** Exports a program at its example's sizes and runs it at these and at others, where Saccade runs it. */
export async function check(program: RandomProgram): Promise<Result> {
  let file: Uint8Array;
  try {
    file = exportOnnx(program.run, program.inputs(program.example), { dynamicAxes: program.dynamicAxes });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: error instanceof OnnxError ? "refused" : "raw error", message };
  }
  let [ran, unstable] = [0, 0];
  let session: Awaited<ReturnType<typeof open>>;
  try {
    session = await open(file);
  } catch (error) {
    return { kind: "wrong", message: error instanceof Error ? error.message : String(error) };
  }
  try {
    for (const sizes of [program.example, ...program.others]) {
      const inputs = program.inputs(sizes);
      const wanted = library(program, inputs);
      if (wanted === null) continue;
      ran++;
      const problem = await compare(session, inputs, wanted);
      if (problem === null) continue;
      if (problem.numbers && moves(program, inputs, wanted)) unstable++;
      else return { kind: "wrong", message: `at ${show(sizes)}: ${problem.message}` };
    }
  } finally {
    await session.close();
  }
  return { kind: "equal", ran, unstable };
}

function library(
  program: RandomProgram,
  inputs: Readonly<Record<string, Tensor>>,
  after?: (x: Tensor) => Tensor,
): Readonly<Record<string, Tensor>> | null {
  try {
    return scope(() => noGrad(() => program.run(inputs, after)));
  } catch {
    return null;
  }
}

interface Problem {
  /** Whether numbers differ, and not shapes, dtypes or that there is a result. */
  readonly numbers: boolean;
  readonly message: string;
}

// Whether Saccade's own results move as far when each value is rounded otherwise, as the index of the smallest of numbers that are
// all but equal does: then they say nothing about the file. Whole numbers stay as they are.
function moves(
  program: RandomProgram,
  inputs: Readonly<Record<string, Tensor>>,
  wanted: Readonly<Record<string, Tensor>>,
): boolean {
  const rounded = (x: Tensor): Tensor => {
    if (x.dtype !== "float32") return x;
    const near = x.mul(randn(x.shape).mul(1e-6).add(1)).add(randn(x.shape).mul(smallest));
    return where(x.eq(x.round()), x, near);
  };
  return Array.from({ length: 8 }).some(() => {
    const other = library(program, inputs, rounded);
    return Object.entries(wanted).some(
      ([name, want]) => other !== null && difference(other[name]!, want) > tolerance,
    );
  });
}

async function compare(
  session: Awaited<ReturnType<typeof open>>,
  inputs: Readonly<Record<string, Tensor>>,
  wanted: Readonly<Record<string, Tensor>>,
): Promise<Problem | null> {
  try {
    const given = await session.run(inputs);
    for (const [name, want] of Object.entries(wanted)) {
      const apart = difference(given[name]!, want);
      if (apart > tolerance) return { numbers: true, message: `${name} differs by ${apart}` };
    }
    return null;
  } catch (error) {
    return { numbers: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function show(sizes: Sizes): string {
  return JSON.stringify(sizes);
}
