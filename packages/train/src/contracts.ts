// The arguments of a trainer's controls, for Trainer and TrainerClient.
import { callable, oneOf, options, required, signature, whole, withFix } from "@saccade/tensor/contract";
import { statusAfter } from "./events.ts";
import { checkSomeLimit, type Limits, limitRules, otherLimits } from "./limits.ts";
import { bytes } from "./rules.ts";

type Check = (given: readonly unknown[]) => unknown;

/** Checks of calls by method. @throws ArgumentError for a value that breaks its rule. */
export type Controls = Readonly<Record<"fit" | "fitSync" | "step" | "load" | "on" | "onEvent", Check>>;

/* @__NO_SIDE_EFFECTS__ */
export function controlsOf(what: string): Controls {
  const type = required(oneOf(Object.keys(statusAfter)));
  const listener = required(callable());
  const listenerToAll = withFix(listener, `${what}.on(type, listener) listens to one type`);
  return {
    fit: fitOf(`${what}.fit`),
    fitSync: fitOf(`${what}.fitSync`),
    step: signature(`${what}.step`, { count: whole(1, { min: 1 }) }, `${what}.step(2)`),
    load: signature(`${what}.load`, { bytes: required(bytes) }, `${what}.load(bytes)`),
    on: signature(`${what}.on`, { type, listener }, `${what}.on("epoch", ({ loss }) => …)`),
    onEvent: signature(`${what}.onEvent`, { listener: listenerToAll }, `${what}.onEvent((event) => …)`),
  };
}

function fitOf(what: string): Check {
  const example = `${what}({ maxEpochs: 10 })`;
  const check = signature(what, {}, options(what, limitRules, { example, renamed: otherLimits }));
  return (given) => {
    const limits: Limits = check(given);
    if (given[0] !== undefined) checkSomeLimit(what, limits);
  };
}
