import { add, ones, where } from "../../src/index.ts";
import { any, on, refuses } from "./wrong-calls.ts";

refuses("elementwise", [
  on("x.add(undefined)", "add", [undefined], "add: b must be a tensor or a number, got undefined."),
  on('x.add("1")', "add", ["1"], 'add: b must be a tensor or a number, got "1"; write Number("1").'),
  on("x.add([1])", "add", [[1]], "add: b must be a tensor or a number, got [1]; make one with tensor(…)."),
  on(
    "x.add(y, { alpha })",
    "add",
    [1, { alpha: 2 }],
    "add: it takes one argument, got 2; for alpha, write a.add(b.mul(alpha)).",
  ),
  ["add(1, 2)", () => add(1, 2), "add: a or b must be a tensor, got 1"],
  [
    "add(x, y, 2)",
    () => Reflect.apply(add, null, [ones([1]), 1, 2]),
    "add: it takes at most 2 arguments, got 3",
  ],
  on(
    "x.div(y, mode)",
    "div",
    [2, "floor"],
    "div: it takes one argument, got 2; to round, write a.floorDivide(b)",
  ),
  on("x.relu(true)", "relu", [true], "relu: it takes no arguments, got 1."),
  on("x.exp(2)", "exp", [2], "exp: it takes no arguments, got 1."),
  on("x.round(2)", "round", [2], "round: it takes no arguments, got 1; for two digits"),
  on(
    "x.clamp(0, 1)",
    "clamp",
    [0, 1],
    "clamp: it takes one argument, got 2; write x.clamp({ min: 0, max: 1 }).",
  ),
  on(
    "x.clamp(0)",
    "clamp",
    [0],
    "clamp: options must be an object, got 0; write x.clamp({ min: 0, max: 1 }).",
  ),
  on("x.clamp()", "clamp", [], "clamp: give min, max or both"),
  on(
    'x.gelu("tanh")',
    "gelu",
    ["tanh"],
    'gelu: options must be an object, got "tanh"; write x.gelu({ approximate: "tanh" }).',
  ),
  on('x.to("float")', "to", ["float"], 'to: no dtype "float"; write "float32".'),
  on('x.to("int64")', "to", ["int64"], /^to: no dtype "int64"; write "int32"/),
  on('x.to("Float32")', "to", ["Float32"], 'to: no dtype "Float32"; did you mean "float32"?'),
  on("x.to()", "to", [], 'to: target must be a dtype or a backend, got undefined; as in x.to("float32").'),
  on(
    "x.where(a, b) of floats",
    "where",
    [1, 0],
    "where: condition must be bool, got float32[2, 3]; compare it, as in condition.ne(0).",
  ),
  [
    "where(c)",
    () => where(ones([1]).gt(0), any(undefined), any(undefined)),
    "where: a must be a tensor or a number, got undefined; nonzero(condition)",
  ],
  on("a float mask", "maskedFill", [ones([2, 3]), 0], "maskedFill: mask must be bool, got float32[2, 3]"),
  on(
    "a mask of a wrong size",
    "maskedFill",
    [ones([4]).gt(0), 0],
    "maskedFill: [2, 3] and [4] do not broadcast",
  ),
]);
