import { callable, type Part, type Rule, rule, whole, withFix } from "@saccade/tensor/contract";

// Rules for values that only a trainer takes.

/** The methods of a module that a trainer calls. */
const moduleMethods: readonly string[] = ["train", "eval", "stateDict", "loadStateDict"];

/** An object with these methods. */
/* @__NO_SIDE_EFFECTS__ */
export function withMethods<T>(must: string, names: readonly string[]): Rule<T, undefined> {
  const has = (value: object, name: string): boolean => typeof Reflect.get(value, name) === "function";
  return rule(
    must,
    (value): value is T => typeof value === "object" && names.every((name) => has(Object(value), name)),
  );
}

/** A module, or an object with its methods. */
/* @__NO_SIDE_EFFECTS__ */
export function moduleOf<T>(): Rule<T, undefined> {
  const fix = (value: unknown): string | undefined => {
    if (value === undefined) return undefined;
    const hidden = moduleMethods.find((name) => Object.hasOwn(Object(value), name));
    return hidden === undefined
      ? "pass the one that trainingStep uses"
      : `it has a field ${hidden}, which hides its method; rename the field`;
  };
  return { ...withMethods("a Module", moduleMethods), fix };
}

type Field = readonly [name: string, value: unknown, rule: Rule<unknown, unknown>];

/** A value whose fields have their own rules. */
/* @__NO_SIDE_EFFECTS__ */
function withFields<T>(
  must: string,
  fix: string,
  isForm: (value: unknown) => value is T,
  fieldsOf: (value: object) => readonly Field[],
): Rule<T, undefined> {
  const part = (value: unknown): Part | undefined => {
    const fields = isForm(value) ? fieldsOf(Object(value)) : [];
    const wrong = fields.find(([, field, of]) => !of.holds(field));
    return wrong && { path: `.${wrong[0]}`, value: wrong[1], rule: wrong[2] };
  };
  const holds = (value: unknown): value is T => isForm(value) && part(value) === undefined;
  return { ...withFix(rule(must, holds), fix), part };
}

const positive = whole(undefined, { min: 1 });
const count = rule(
  "a whole number ≥ 0, or Infinity",
  (value): value is number =>
    value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && Number(value) >= 0),
);
const method = { ...callable(), must: "a function, as data have both state and restore, or neither" };

/** { epochs: n } or { steps: n }. */
/* @__NO_SIDE_EFFECTS__ */
export function interval<T>(): Rule<T, undefined> {
  const isForm = (value: unknown): value is T =>
    /^(epochs|steps)$/.test(Object.keys(Object(value)).join()) && typeof value === "object";
  return withFields("{ epochs: n } or { steps: n }", "write { epochs: 1 }", isForm, (value) =>
    Object.entries(value).map(([name, n]) => [name, n, positive]),
  );
}

/** An object that can be iterated for each epoch. */
/* @__NO_SIDE_EFFECTS__ */
export function batchesOf<T>(): Rule<T, undefined> {
  const isForm = (value: unknown): value is T =>
    typeof value === "object" && value !== null && Symbol.iterator in value && !("dataSync" in value);
  return withFields(
    "iterable, each iteration an epoch of batches",
    "write [batch, …], or batches({ tensors, batchSize }) of @saccade/datasets",
    isForm,
    (data) => {
      const { state, restore, batchesPerEpoch, length }: Record<string, unknown> = Object(data);
      const given: Field[] = [["batchesPerEpoch", batchesPerEpoch, count]];
      if (batchesPerEpoch === undefined) given[0] = ["length", length, count];
      const fields = given.filter(([, value]) => value !== undefined);
      if (state === undefined && restore === undefined) return fields;
      return [["state", state, method], ["restore", restore, method], ...fields];
    },
  );
}

/** A checkpoint's bytes. */
export const bytes: Rule<Uint8Array, undefined> = {
  ...rule("a Uint8Array", (value) => value instanceof Uint8Array),
  fix: (value) =>
    value instanceof ArrayBuffer ? "write new Uint8Array(buffer)" : "pass a checkpoint's bytes, not its path",
};

/** A value that JSON.stringify can write. */
export const jsonValue: Rule<unknown, undefined> = {
  ...rule("JSON", (value): value is unknown => whyNotJson(value) === null),
  fix: (value) => whyNotJson(value) || undefined,
};

/** Null for JSON; else why it is not, or an empty text. */
function whyNotJson(value: unknown): string | null {
  try {
    return JSON.stringify(value) === undefined ? "" : null;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return `JSON.stringify fails: ${why.replace(/\.$/, "")}`;
  }
}
