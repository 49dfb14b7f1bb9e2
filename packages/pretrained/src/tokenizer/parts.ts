import { isPlainObject } from "@saccade/tensor/backend";
import { PretrainedError } from "../errors.ts";

/** A part of a tokenizer.json, such as its model or a step before it. */
export type Part = Readonly<Record<string, unknown>>;

export function isPart(value: unknown): value is Part {
  return typeof value === "object" && value !== null && isPlainObject(value);
}

/** The path of a part, for messages: "tokenizer.json: pre_tokenizer". */
export type Place = string;

const without = "{ tokenizer: false } loads the model without.";

/** @throws PretrainedError always: something that would give other tokens than the model was trained with. */
export function refuse(place: Place, problem: string): never {
  throw new PretrainedError(
    `${place}: ${problem}. It changes the tokens, so there is no substitute for it. ${without}`,
  );
}

/** The error for a file that is damaged, or was never whole. */
export function damaged(place: Place, problem: string): PretrainedError {
  return new PretrainedError(`${place}: ${problem}; copy or download the file again. ${without}`);
}

/** A part with all parts inside it, by the name of their list, changed by `change`. */
export function mapParts(part: Part, list: string, change: (part: Part) => Part): Part {
  const inside = part[list];
  if (part["type"] !== "Sequence" || !Array.isArray(inside)) return change(part);
  return { ...part, [list]: inside.map((one) => (isPart(one) ? mapParts(one, list, change) : one)) };
}
