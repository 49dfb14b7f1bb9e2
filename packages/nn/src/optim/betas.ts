import { type Rule, rule } from "@saccade/tensor/contract";
import { decay } from "../rules.ts";

/** Two decay rates. Messages name the one that is wrong. */
/* @__NO_SIDE_EFFECTS__ */
export function betasOf(
  initial: readonly [number, number],
): Rule<readonly [number, number], readonly [number, number]> {
  const beta = decay(initial[0]);
  return {
    ...rule(
      `two numbers ≥ 0 and < 1, such as [${initial.join(", ")}]`,
      (value): value is readonly [number, number] =>
        Array.isArray(value) && value.length === 2 && value.every((one) => beta.holds(one)),
      initial,
    ),
    part(value) {
      const at = Array.isArray(value) && value.length === 2 ? value.findIndex((one) => !beta.holds(one)) : -1;
      return at < 0 ? undefined : { path: `[${at}]`, value: Object(value)[at], rule: beta };
    },
  };
}
