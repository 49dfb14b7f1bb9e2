import { vjp } from "@saccade/autograd";
import type { Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { isFloat } from "@saccade/tensor/backend";
import { type Adapters, type Context, Inputs, type OpAdapter, type Outputs } from "./adapter.ts";
import { asNumber, CaseError, Fields, type GoldenTensor } from "./case.ts";
import { compareData, Report } from "./compare.ts";
import { applyViews, decodeData, decodeState, decodeTensor, type HostValue, read } from "./decode.ts";
import { readmeRule, type Tolerance, tolerances } from "./tolerances.ts";

/** Runs one case on the current backend, in its own scope, and reports failures. */
export async function runCase(
  golden: unknown,
  adapters: Adapters,
  context: Context,
  rule: (f32Err?: number) => Tolerance = readmeRule,
): Promise<Report> {
  const report = new Report();
  try {
    const fields = new Fields("case", golden);
    const name = fields.text("op");
    const adapter = Object.hasOwn(adapters, name) ? adapters[name] : undefined;
    if (adapter === undefined) throw new CaseError(`no adapter knows the op ${name}`);
    fields.raw("name");
    fields.raw("note");
    scope(() => {
      if (adapter.kind === "op") runOp(adapter, fields, report, rule);
      else adapter.check(fields, report, context);
    });
    await report.settled();
    refuseUnread(report, "key", fields.unread());
    for (const part of fields.parts) refuseUnread(report, `key of ${part.what}`, part.unread());
  } catch (error) {
    report.fail(describeError(error));
  }
  return report;
}

export function describeError(error: unknown): string {
  if (error instanceof CaseError) return error.message;
  if (!(error instanceof Error)) return `threw ${String(error)}`;
  const at = isEngineError(error) ? ` (${error.stack?.split("\n")[1]?.trim() ?? "no stack"})` : "";
  return `threw ${error.name}: ${error.message}${at}`;
}

export function refuseUnread(report: Report, kind: string, names: readonly string[]): void {
  if (names.length > 0) report.fail(`unknown ${kind}, so unchecked: ${names.join(", ")}`);
}

// A standard case: named inputs through the op, its outputs, and the gradients of sum(output · cotangent).
class OpCase {
  readonly expected: ReadonlyMap<string, GoldenTensor>;
  readonly cotangents: ReadonlyMap<string, GoldenTensor>;
  readonly tolerance: Tolerance;
  readonly #given: ReadonlyMap<string, GoldenTensor>;
  readonly #params: ReadonlyMap<string, GoldenTensor>;
  readonly bases: ReadonlyMap<string, Tensor>;
  readonly unused: Set<string>;

  constructor(fields: Fields, rule: (f32Err?: number) => Tolerance) {
    this.#given = fields.tensors("inputs");
    this.#params = fields.tensors("params");
    this.expected = fields.tensors("outputs");
    this.cotangents = fields.tensors("cotangents");
    this.tolerance = rule(fields.maybe("f32_err", asNumber));
    this.bases = new Map(
      [...this.#given].map(([name, golden]) => [name, decodeTensor(golden, `input ${name}`)]),
    );
    this.unused = new Set(this.#given.keys());
  }

  get paramNames(): ReadonlySet<string> {
    return new Set(this.#params.keys());
  }

  /** The inputs as the op gets them, views applied, on the tape that listens. */
  inputs(): Inputs {
    const tensors = new Map(
      [...this.bases].map(([name, base]) => [
        name,
        applyViews(base, this.#given.get(name)?.views ?? [], `input ${name}`),
      ]),
    );
    return new Inputs(tensors, this.expected);
  }

  load(module: Module | undefined): void {
    if (module !== undefined) module.eval().loadStateDict(decodeState(this.#params));
    else if (this.#params.size > 0) throw new CaseError("the op has no parameters, but the case has params");
  }

  /** Calls the op once and remembers which inputs it did not ask for. */
  call(run: (inputs: Inputs) => Outputs): Outputs {
    const inputs = this.inputs();
    try {
      return run(inputs);
    } finally {
      const unread = inputs.unread();
      for (const name of this.unused) if (!unread.includes(name)) this.unused.delete(name);
    }
  }

  /** Fails for inputs that have changed: an op must never write its arguments. */
  checkUnchanged(report: Report): void {
    for (const [name, base] of this.bases)
      report.later(read(base), ({ data }) => {
        if (compareData(data, decodeData(this.#given.get(name)!, name), tolerances.exact) !== null)
          report.fail(`input ${name} was changed by the call`);
      });
  }
}

function runOp(
  adapter: OpAdapter,
  fields: Fields,
  report: Report,
  rule: (f32Err?: number) => Tolerance,
): void {
  const c = new OpCase(fields, rule);
  const grads = fields.gradients("grads");
  const paramGrads = fields.gradients("param_grads");
  const raises = fields.raw("raises");
  const attrs = fields.fields("attrs");
  const start = (): ReturnType<OpAdapter["start"]> => {
    const started = adapter.start(attrs, c.paramNames);
    c.load(started.module);
    return started;
  };
  if (raises !== undefined) {
    expectThrow(report, JSON.stringify(raises), () => c.call(start().run));
  } else {
    if (c.expected.size === 0)
      throw new CaseError("the case has neither outputs nor raises: nothing to compare");
    const { module, run } = start();
    const plain = scope(() => snapshots(c, c.call(run)));
    compareOutputs(report, c, plain, "");
    if (c.cotangents.size > 0) checkGradients(report, c, run, module, grads, paramGrads);
    else if (grads.size + paramGrads.size > 0) report.fail("gradients without cotangents cannot be checked");
  }
  c.checkUnchanged(report);
  refuseUnread(report, "input", [...c.unused]);
}

function expectThrow(report: Report, expected: string, f: () => unknown): void {
  try {
    f();
  } catch (error) {
    if (error instanceof CaseError || !(error instanceof Error) || isEngineError(error)) throw error;
    return;
  }
  report.fail(`did not throw; PyTorch: ${expected}`);
}

// JavaScript's own errors are defects, not refusals.
function isEngineError(error: Error): boolean {
  return /is not a (function|constructor)|is not iterable|cannot (read|set) propert|is not defined|undefined or null|maximum call stack|invalid (typed )?array length|before initialization/i.test(
    error.message,
  );
}

type Read = ReadonlyMap<string, Promise<HostValue>>;

function snapshots(c: OpCase, outputs: Outputs): Read {
  const found = new Map<string, Promise<HostValue>>();
  for (const name of c.expected.keys()) {
    const output = Object.hasOwn(outputs, name) ? outputs[name] : undefined;
    if (output !== undefined) found.set(name, read(output));
  }
  return found;
}

/** An output that was wrong before is not compared again. */
function compareOutputs(report: Report, c: OpCase, seen: Read, how: string): void {
  for (const [name, golden] of c.expected) {
    const what = `output ${name}`;
    const isWrong = (): boolean => report.findings.some((finding) => finding.startsWith(`${what}:`));
    const value = seen.get(name);
    if (value)
      report.later(value, (value) => isWrong() || report.tensor(what + how, value, golden, c.tolerance));
    else if (!isWrong()) report.fail(`${what}: the adapter gives none`);
  }
}

function checkGradients(
  report: Report,
  c: OpCase,
  run: (inputs: Inputs) => Outputs,
  module: Module | undefined,
  grads: ReadonlyMap<string, GoldenTensor | null>,
  paramGrads: ReadonlyMap<string, GoldenTensor | null>,
): void {
  const floats = [...c.bases].filter(([, base]) => isFloat(base.dtype));
  const parameters = Object.entries(module?.namedParameters() ?? {});
  let recorded: Read = new Map();
  const { pullBack } = vjp(
    () => {
      const outputs = c.call(run);
      recorded = snapshots(c, outputs);
      return [...c.cotangents.keys()].map((name) => {
        const output = Object.hasOwn(outputs, name) ? outputs[name] : undefined;
        if (output === undefined) throw new CaseError(`cotangent ${name}: the adapter gives no such output`);
        return output;
      });
    },
    [...floats, ...parameters].map(([, x]) => x),
  );
  compareOutputs(report, c, recorded, " (while gradients are recorded)");
  const cotangents = [...c.cotangents].map(([name, golden]) => decodeTensor(golden, `cotangent ${name}`));
  const gradients = pullBack(cotangents);
  const ofInput = new Map(floats.map(([name], i) => [name, gradients[i]!]));
  const ofParameter = new Map(parameters.map(([name], i) => [name, gradients[floats.length + i]!]));
  compareGradients(report, "gradient of", grads, ofInput, c.tolerance);
  compareGradients(report, "gradient of parameter", paramGrads, ofParameter, c.tolerance);
}

function compareGradients(
  report: Report,
  what: string,
  expected: ReadonlyMap<string, GoldenTensor | null>,
  actual: ReadonlyMap<string, Tensor>,
  tolerance: Tolerance,
): void {
  for (const [name, golden] of expected) {
    const grad = actual.get(name);
    const title = `${what} ${name}`;
    if (grad !== undefined && golden !== null)
      report.later(read(grad), (value) => report.tensor(title, value, golden, tolerance));
    else if (grad !== undefined) report.later(read(grad), (value) => report.zeros(title, value));
    else if (golden !== null)
      report.fail(`${what} ${name}: there is no float input or parameter of that name`);
  }
}
