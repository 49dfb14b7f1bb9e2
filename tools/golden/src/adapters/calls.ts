import { type Adapters, type Inputs, type OpAdapter, op } from "../adapter.ts";
import { asNumber, asNumbers, camel, type Fields, given } from "../case.ts";

/**
 * Ops that are one call of a function of `library`: a line each, as in `slice(x, dim, { start, stop, step })`, in the names that
 * cases use. A name is that of an input, or else of an attr; "?" is behind what a case may leave out, "=" before its default, "*"
 * behind x for x0, x1, …; options are in braces, each as a case gives it. Where the function's name is not the op's in camelCase,
 * the op's stands before it with a colon.
 */
export function calls(library: object, lines: string): Adapters {
  return Object.fromEntries(
    lines
      .trim()
      .split(/\s*\n\s*/)
      .map((line) => callOf(library, line)),
  );
}

function callOf(library: object, line: string): [string, OpAdapter] {
  const [, label, name = "", list = ""] = /^(?:(\S+): )?(\w+)\((.*)\)$/.exec(line) ?? [];
  const called: unknown = Reflect.get(library, camel(name));
  if (typeof called !== "function") throw new Error(`there is no function for the line ${line}`);
  const args = list.match(/\{[^}]*\}|[^\s,]+/g) ?? [];
  const call = (inputs: Inputs, attrs: Fields) => {
    const values = args.map((arg) =>
      arg.startsWith("{") ? options(arg, inputs, attrs) : argument(arg, inputs, attrs),
    );
    // What a case does not give has the function's default.
    return Reflect.apply(
      called,
      undefined,
      values.slice(0, values.findLastIndex((one) => one !== undefined) + 1),
    );
  };
  return [label ?? name, op(call)];
}

function argument(arg: string, inputs: Inputs, attrs: Fields): unknown {
  const [, name = "", mark, standard] = /^(\w+)([?*=]?)(.*)$/.exec(arg) ?? [];
  if (mark === "*") return inputs.numbered(name);
  if (inputs.has(name)) return inputs.get(name);
  return mark === "" ? attrs.get(name, asArgument) : (attrs.maybe(name, asArgument) ?? asDefault(standard));
}

function asDefault(standard: string | undefined): number | undefined {
  return standard ? Number(standard) : undefined;
}

function asArgument(value: unknown, what: string): boolean | number | number[] {
  if (typeof value === "boolean") return value;
  return Array.isArray(value) ? asNumbers(value, what) : asNumber(value, what);
}

function options(arg: string, inputs: Inputs, attrs: Fields): object | undefined {
  const asOption = (value: unknown, what: string): unknown =>
    typeof value === "string" && !/^(float:)?-?(inf|nan)/i.test(value) ? value : asArgument(value, what);
  const found = (arg.match(/\w+/g) ?? []).map((name) => [
    camel(name),
    inputs.maybe(name) ?? attrs.maybe(name, asOption),
  ]);
  const known = given(Object.fromEntries(found));
  return Object.keys(known).length > 0 ? known : undefined;
}
