import { noGrad } from "@saccade/autograd";
import { exportOnnx, OnnxError } from "@saccade/onnx";
import { scope, type Tensor } from "@saccade/tensor";
import { difference, open } from "../engine.ts";
import type { RandomProgram, Sizes } from "./program.ts";

/** What became of a program. */
export type Result =
  | { readonly kind: "equal"; readonly ran: number }
  | { readonly kind: "refused" | "wrong" | "raw error"; readonly message: string };

const tolerance = 2e-4;

/** Exports a program at its example's sizes and runs it at these and at others, where Saccade runs it. */
export async function check(program: RandomProgram): Promise<Result> {
  let file: Uint8Array;
  try {
    file = exportOnnx(program.run, program.inputs(program.example), { dynamicAxes: program.dynamicAxes });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: error instanceof OnnxError ? "refused" : "raw error", message };
  }
  let ran = 0;
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
      if (problem !== null) return { kind: "wrong", message: `at ${show(sizes)}: ${problem}` };
    }
  } finally {
    await session.close();
  }
  return { kind: "equal", ran };
}

function library(
  program: RandomProgram,
  inputs: Readonly<Record<string, Tensor>>,
): Readonly<Record<string, Tensor>> | null {
  try {
    return scope(() => noGrad(() => program.run(inputs)));
  } catch {
    return null;
  }
}

async function compare(
  session: Awaited<ReturnType<typeof open>>,
  inputs: Readonly<Record<string, Tensor>>,
  wanted: Readonly<Record<string, Tensor>>,
): Promise<string | null> {
  try {
    const given = await session.run(inputs);
    for (const [name, want] of Object.entries(wanted)) {
      const apart = difference(given[name]!, want);
      if (apart > tolerance) return `${name} differs by ${apart}`;
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function show(sizes: Sizes): string {
  return JSON.stringify(sizes);
}
