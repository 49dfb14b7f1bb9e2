import { minifySync, parseSync, transformWithOxc } from "vite";

/** One changed token: `source.slice(start, end)` becomes `text`. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const operators: Readonly<Record<string, readonly string[]>> = {
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "**": ["*"],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "&": ["|"],
  "|": ["&"],
  "^": ["&"],
  "<<": [">>"],
  ">>": ["<<"],
  ">>>": ["<<"],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
  "+=": ["-="],
  "-=": ["+="],
  "*=": ["/="],
  "/=": ["*="],
  "??=": ["="],
  "||=": ["&&="],
  "&&=": ["||="],
};
const swapped: Readonly<Record<string, string>> = { min: "max", max: "min", floor: "ceil", ceil: "floor" };

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** Every mutant of a TypeScript source, in the order of the syntax tree. Types, strings and comments have none. */
export function mutants(path: string, source: string): Mutant[] {
  const { program, errors } = parseSync(path, source, { lang: "ts" });
  if (errors.length > 0) throw new Error(`mutation: ${path} does not parse: ${errors[0]?.message}`);
  const found: Mutant[] = [];
  visit(program as unknown, (node) => found.push(...mutantsOf(node, source)));
  return found;
}

function visit(value: unknown, each: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, each);
    return;
  }
  if (!isNode(value)) return;
  // Of TypeScript's own nodes, only those around an expression (`x as T`, `x!`) hold code that runs.
  if (value.type.startsWith("TS")) {
    visit(value["expression"], each);
    return;
  }
  each(value);
  for (const [field, child] of Object.entries(value)) {
    if (value.type === "Property" && field === "key") continue;
    visit(child, each);
  }
}

function mutantsOf(node: Node, source: string): Mutant[] {
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
    case "AssignmentExpression":
      return operatorMutants(node, source);
    case "UnaryExpression":
      return ["!", "-", "~"].includes(String(node["operator"]))
        ? [{ start: node.start, end: node.start + 1, text: "" }]
        : [];
    case "UpdateExpression":
      return updateMutants(node);
    case "Literal":
      return literalMutants(node);
    case "MemberExpression":
      return [...optionalMutants(node, node["object"], source), ...mathMutants(node)];
    case "CallExpression":
      return optionalMutants(node, node["callee"], source);
    default:
      return [];
  }
}

function operatorMutants({ left, right, operator }: Node, source: string): Mutant[] {
  if (!isNode(left) || !isNode(right) || typeof operator !== "string") return [];
  const start = source.indexOf(operator, left.end);
  if (start < 0 || start >= right.start) return [];
  return (operators[operator] ?? []).map((text) => ({ start, end: start + operator.length, text }));
}

function updateMutants(node: Node): Mutant[] {
  const start = node["prefix"] === true ? node.start : node.end - 2;
  return [{ start, end: start + 2, text: node["operator"] === "++" ? "--" : "++" }];
}

function literalMutants({ value, start, end }: Node): Mutant[] {
  if (typeof value === "boolean") return [{ start, end, text: String(!value) }];
  if (typeof value !== "number") return [];
  const small = Number.isInteger(value) && value <= 100;
  const others = small ? [value + 1, ...(value > 0 ? [value - 1] : [])] : [value * 2];
  return others.map((other) => ({ start, end, text: String(other) }));
}

function optionalMutants(node: Node, before: unknown, source: string): Mutant[] {
  if (node["optional"] !== true || !isNode(before)) return [];
  const start = source.indexOf("?.", before.end);
  const text = node.type === "MemberExpression" && node["computed"] !== true ? "." : "";
  return [{ start, end: start + 2, text }];
}

function mathMutants({ object, property }: Node): Mutant[] {
  if (!isNode(object) || object["name"] !== "Math" || !isNode(property)) return [];
  const text = swapped[String(property["name"])];
  return text === undefined ? [] : [{ start: property.start, end: property.end, text }];
}

export function applyMutant(source: string, { start, end, text }: Mutant): string {
  return source.slice(0, start) + text + source.slice(end);
}

/** The runtime code of a source, minified: two sources that differ only in types or in form give the same. */
export async function runtimeCode(path: string, source: string): Promise<string> {
  const { code } = await transformWithOxc(source, path, { sourcemap: false });
  return minifySync(path.replace(/\.ts$/, ".js"), code).code;
}
