import { Module } from "@saccade/nn";
import { badArgument } from "@saccade/tensor/checks";
import { flag, type OptionsOf, options, rule, unchecked, withFix } from "@saccade/tensor/contract";
import { OnnxError, showSizes } from "./errors.ts";
import { emit } from "./graph/emit.ts";
import { checkInputs, type DynamicAxes, defaultAxes, type Inputs, isRecord, sizesOf } from "./inputs.ts";
import { type Program, programOf } from "./trace/program.ts";
import { Pool } from "./trace/recorder.ts";
import { type Example, samplesOf, type Traceable, type Tracing } from "./trace/trace.ts";

const what = "exportOnnx";
const onnxOptions = options(
  what,
  {
    /**
     * For each input, the dims whose sizes may vary, such as `{ ids: { 0: "batch", 1: "length" } }`. By default dim 0 of every
     * input is "batch", and dim 1 of ids and masks (b, n) is "length".
     */
    dynamicAxes: unchecked<DynamicAxes>("names of dims for each input"),
    /** The modules that a function runs, so that their parameters keep their names: one, or several by name. */
    model: withFix(rule("a module, or modules by name", isModules), "write { model: { encoder, decoder } }"),
    /** Passes `{ needWeights: true }` to a model's forward, whose attention weights become outputs. Default false. */
    needWeights: flag(false),
  },
  {
    example: 'exportOnnx(model, { ids }, { dynamicAxes: { ids: { 0: "batch", 1: "length" } } })',
    renamed: {
      inputNames: "inputs are named: exportOnnx(model, { ids })",
      outputNames:
        "outputs are named by the keys of the function's result: exportOnnx(({ ids }) => ({ logits }), …)",
      outputAttentions: "write needWeights",
      opsetVersion: "files have opset 23",
    },
  },
);

/** Options of {@link exportOnnx}. */
export interface OnnxOptions extends OptionsOf<typeof onnxOptions> {}

function isModules(value: unknown): value is Module | Readonly<Record<string, Module>> {
  if (value instanceof Module) return true;
  return isRecord(value) && Object.values(value).every((one) => one instanceof Module);
}

/**
 * The bytes of an ONNX file (opset 23) of a model or function. It runs in evaluation mode with the example inputs, and with
 * inputs of other sizes made from them; the ops that ran become the graph.
 *
 * @param model a module, whose `forward` takes the inputs in their order, or a function of the named inputs
 * @param inputs example inputs by name
 * @returns a file whose outputs are named after the function's result: "output" for a single tensor, "weights.0" for the
 * first of a list
 * @throws OnnxError for an op without ONNX operators, for reads of numbers that depend on the inputs, and for ops or numbers
 * whose dependence on the sizes is unknown; ArgumentError for invalid inputs and options.
 * @example exportOnnx(new Linear(2, 1), { x: zeros([3, 2]) }) instanceof Uint8Array // true
 */
export function exportOnnx(model: Module | Traceable, inputs: Inputs, given?: OnnxOptions): Uint8Array {
  const { dynamicAxes, model: models, needWeights } = onnxOptions(given);
  const must = "a module or a function of the inputs";
  if (!(model instanceof Module) && typeof model !== "function")
    throw badArgument(what, "model", must, model, "write exportOnnx(model, { x })");
  checkInputs(inputs);
  const axes = dynamicAxes ?? defaultAxes(inputs);
  const sizes = sizesOf(inputs, axes);
  const isModule = model instanceof Module;
  const f = isModule ? forwardOf(model, needWeights) : model;
  const tracing = { f, models: modelsOf(isModule ? model : models), pool: new Pool() };
  return emit(programAt(tracing, { inputs, axes, sizes }));
}

// Sizes that the model refuses, such as those above its longest sequence, are left out.
function programAt(tracing: Tracing, example: Example): Program {
  const { samples, refused } = samplesOf(tracing, example);
  for (const name of Object.keys(example.sizes)) {
    if (new Set(samples.map(({ sizes }) => sizes[name])).size > 1) continue;
    const { sizes, error } = refused.find((other) => other.sizes[name] !== example.sizes[name]) ?? {};
    throw new OnnxError(
      `${what}: the function runs at ${name} ${example.sizes[name]} only, the example's size. ` +
        `${sizes ? `At ${showSizes(sizes)} it throws: ${error instanceof Error ? error.message : String(error)} ` : ""}` +
        `Leave ${name} out of dynamicAxes, so that its size is fixed.`,
    );
  }
  return programOf(samples);
}

function forwardOf(model: Module, needWeights: boolean): Traceable {
  return (inputs) => {
    const args: readonly unknown[] = [...Object.values(inputs), ...(needWeights ? [{ needWeights }] : [])];
    return model.forward(...(args as never[]));
  };
}

function modelsOf(model: Module | Readonly<Record<string, Module>> = {}): Readonly<Record<string, Module>> {
  return model instanceof Module ? { "": model } : model;
}
