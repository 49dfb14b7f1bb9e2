import {
  Adagrad,
  Adam,
  AdamW,
  clipGradNorm,
  clipGradValue,
  type Optimizer,
  Parameter,
  RMSprop,
  SGD,
} from "@saccade/nn";
import { Tensor } from "@saccade/tensor";
import {
  type Adapter,
  type Adapters,
  custom,
  type Inputs,
  type OpAdapter,
  type Outputs,
  op,
} from "../adapter.ts";
import {
  asFlag,
  asNumber,
  asNumbers,
  asObject,
  asTexts,
  CaseError,
  type Fields,
  given,
  isGoldenTensor,
  parseTensor,
} from "../case.ts";
import type { Report } from "../compare.ts";
import { decodeTensor } from "../decode.ts";
import { tolerances } from "../tolerances.ts";

type Parameters = Readonly<Record<string, Parameter>>;

const common = { lr: asNumber, weightDecay: asNumber, maximize: asFlag };

const adamOptions = (attrs: Fields): ConstructorParameters<typeof Adam>[1] =>
  attrs.options({ ...common, betas: asPair, eps: asNumber, amsgrad: asFlag });

/** Makes an optimizer by its name in PyTorch; which options it has is read from `attrs`. */
export const optimizers: Readonly<Record<string, (params: Parameters, attrs: Fields) => Optimizer>> = {
  SGD: (params, attrs) =>
    new SGD(params, attrs.options({ ...common, momentum: asNumber, dampening: asNumber, nesterov: asFlag })),
  Adam: (params, attrs) => new Adam(params, adamOptions(attrs)),
  AdamW: (params, attrs) => new AdamW(params, adamOptions(attrs)),
  RMSprop: (params, attrs) => {
    const numbers = { momentum: asNumber, alpha: asNumber, eps: asNumber };
    return new RMSprop(params, attrs.options({ ...common, ...numbers, centered: asFlag }));
  },
  Adagrad: (params, attrs) => {
    const numbers = { lrDecay: asNumber, eps: asNumber, initialAccumulatorValue: asNumber };
    return new Adagrad(params, attrs.options({ ...common, ...numbers }));
  },
};

function asPair(value: unknown, what: string): [number, number] {
  const [a, b, ...more] = asNumbers(value, what);
  if (a === undefined || b === undefined || more.length > 0)
    throw new CaseError(`${what} must be two numbers`);
  return [a, b];
}

function parametersOf(golden: Fields): Record<string, Parameter> {
  const params = golden.tensors("params");
  return Object.fromEntries(
    [...params].map(([name, value]) => [name, new Parameter(decodeTensor(value, name))]),
  );
}

// The steps of an optimizer case: gradients given, parameters compared after each, then the state.
function checkSteps(golden: Fields, params: Parameters, optimizer: Optimizer, report: Report): void {
  const expected = golden.list("step_params");
  golden.list("step_grads").forEach((step, i) => {
    const grads = Object.entries(asObject(step, `step_grads[${i}]`)).map(([name, grad]) => {
      const what = `step ${i} gradient of ${name}`;
      return [name, grad === null ? null : decodeTensor(parseTensor(what, grad), what)] as const;
    });
    optimizer.update(Object.fromEntries(grads));
    for (const [name, value] of Object.entries(asObject(expected[i], `step_params[${i}]`))) {
      const what = `step ${i} parameter ${name}`;
      report.tensor(what, parameterOf(params, name), parseTensor(what, value), tolerances.optimizer);
    }
  });
  if (golden.list("step_grads").length !== expected.length)
    report.fail(`${golden.list("step_grads").length} gradients for ${expected.length} steps`);
  if (golden.has("state_after")) checkState(golden.fields("state_after"), optimizer, report);
}

function parameterOf(params: Parameters, name: string): Parameter {
  const param = params[name];
  if (param === undefined) throw new CaseError(`there is no parameter ${name}`);
  return param;
}

// null is a state that was never made.
function checkState(golden: Fields, optimizer: Optimizer, report: Report): void {
  const { state } = optimizer.stateDict();
  for (const name of golden.names) {
    const expected = asObject(golden.raw(name), `state_after.${name}`);
    const actual = state[optimizer.names.indexOf(name)] ?? {};
    for (const [key, value] of Object.entries(expected)) {
      const what = `state ${name}.${key}`;
      const here = actual[key];
      if (value === null || here === undefined) {
        if (value !== null || here !== undefined)
          report.fail(`${what}: ${describe(here)} instead of ${describe(value)}`);
      } else if (here instanceof Tensor)
        report.tensor(what, here, parseTensor(what, value), tolerances.optimizer);
      else report.number(what, here, scalar(value, what), tolerances.exact);
    }
    const more = Object.keys(actual).filter((key) => key !== "step" && !(key in expected));
    if (more.length > 0) report.fail(`state ${name}: PyTorch has no ${more.join(", ")}`);
  }
}

function describe(value: unknown): string {
  return value === null || value === undefined ? "nothing" : "a value";
}

function scalar(value: unknown, what: string): number {
  return isGoldenTensor(value) ? asNumber(value.data[0], what) : asNumber(value, what);
}

const optimizerCase = (kind: string): Adapter =>
  custom((golden, report) => {
    const params = parametersOf(golden);
    checkSteps(golden, params, optimizers[kind]!(params, golden.fields("attrs")), report);
  });

const adamWGroups = custom((golden, report) => {
  const params = parametersOf(golden);
  const attrs = golden.fields("attrs");
  const groups = attrs.list("groups").map((_, i) => {
    const group = attrs.item("groups", i);
    const names = group.get("params", asTexts);
    const chosen = Object.fromEntries(names.map((name) => [name, parameterOf(params, name)]));
    return { ...adamOptions(group), params: chosen };
  });
  checkSteps(golden, params, new AdamW(groups, adamOptions(attrs)), report);
});

const prefix = "grads_";

// Gradients clipped together: named inputs grads_… in, the same names out, and the norm.
function clipping(
  clip: (grads: Record<string, Tensor>, attrs: Fields) => { grads: Record<string, Tensor>; norm?: Tensor },
): OpAdapter {
  return op((inputs: Inputs, attrs): Outputs => {
    const names = inputs.names.filter((name) => name.startsWith(prefix));
    const { grads, norm } = clip(Object.fromEntries(names.map((name) => [name, inputs.get(name)])), attrs);
    return { ...grads, ...given({ total_norm: norm }) };
  });
}

/** Optimizers and clipping. */
export const optim: Adapters = {
  ...Object.fromEntries(Object.keys(optimizers).map((kind) => [`optim.${kind}`, optimizerCase(kind)])),
  "optim.AdamW.groups": adamWGroups,
  clip_grad_norm_: clipping((grads, attrs) =>
    clipGradNorm(grads, attrs.number("max_norm"), attrs.options({ normType: asNumber })),
  ),
  "seed004.grad_clipping": clipping((grads, attrs) => clipGradNorm(grads, attrs.number("theta"), { eps: 0 })),
  clip_grad_value_: clipping((grads, attrs) => ({ grads: clipGradValue(grads, attrs.number("clip_value")) })),
};
