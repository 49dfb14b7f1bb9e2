// The rules of a trainer's options that are its own.
import { callable, type Part, type Rule, rule, whole, withFix } from "@saccade/tensor/contract";

/** The methods of a module that a trainer calls. */
export const moduleMethods: readonly string[] = ["train", "eval", "stateDict", "loadStateDict"];

/** Whether a value is an object with these methods. */
export function hasMethods(value: unknown, names: readonly string[]): boolean {
  const methods: Readonly<Record<string, unknown>> = Object(value);
  return typeof value === "object" && names.every((name) => typeof methods[name] === "function");
}

type Field = readonly [name: string, value: unknown, rule: Rule<unknown, unknown>];

/** A rule in which a value that is of its form must have fields that hold to theirs. */
function withFields<T>(
  must: string,
  isForm: (value: unknown) => value is T,
  fieldsOf: (value: object) => readonly Field[],
): Rule<T, undefined> {
  const part = (value: unknown): Part | undefined => {
    const wrong = isForm(value)
      ? fieldsOf(Object(value)).find((field) => !field[2].holds(field[1]))
      : undefined;
    return wrong && { path: `.${wrong[0]}`, value: wrong[1], rule: wrong[2] };
  };
  return {
    ...rule(must, (value): value is T => isForm(value) && part(value) === undefined),
    part,
  };
}

const positive = whole(undefined, { min: 1 });
const count = whole(undefined, { min: 0 });
const method = { ...callable(), must: "a function, as data have both state and restore, or neither" };

/** { epochs: n } or { steps: n }. */
export function interval<T>(): Rule<T, undefined> {
  const isForm = (value: unknown): value is T =>
    /^(epochs|steps)$/.test(Object.keys(Object(value)).join()) && typeof value === "object";
  const fieldsOf = (value: object): readonly Field[] =>
    Object.entries(value).map(([name, n]) => [name, n, positive]);
  return withFix(withFields("{ epochs: n } or { steps: n }", isForm, fieldsOf), "write { epochs: 1 }");
}

/** Something that can be iterated for each epoch. */
export function batchesOf<T>(): Rule<T, undefined> {
  const isForm = (value: unknown): value is T =>
    typeof value === "object" && value !== null && Symbol.iterator in value && !("dataSync" in value);
  const fieldsOf = (data: object): readonly Field[] => {
    const { state, restore, batchesPerEpoch, length }: Record<string, unknown> = Object(data);
    return [
      ...(state === undefined && restore === undefined
        ? []
        : ([
            ["state", state, method],
            ["restore", restore, method],
          ] as const)),
      ...(batchesPerEpoch === undefined ? [] : ([["batchesPerEpoch", batchesPerEpoch, count]] as const)),
      ...(batchesPerEpoch !== undefined || length === undefined
        ? []
        : ([["length", length, count]] as const)),
    ];
  };
  return withFix(
    withFields("iterable, each iteration an epoch of batches", isForm, fieldsOf),
    "write [batch, …], or batches({ tensors, batchSize }) of @saccade/datasets",
  );
}

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
