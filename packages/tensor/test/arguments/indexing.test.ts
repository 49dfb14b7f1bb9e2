import { cat, einsum, matmul, ones, stack, tensor } from "../../src/index.ts";
import { any, method, on, refuses } from "./wrong-calls.ts";

refuses("indexing", [
  [
    "cat(a, b)",
    () => cat(any(ones([2])), any(ones([2]))),
    "cat: tensors must be an array of tensors, got tensor float32[2]; write cat([a, b]).",
  ],
  [
    "cat([a, 3])",
    () => cat(any([ones([2]), 3])),
    "cat: tensors[1] must be a tensor, got 3; make one with tensor(…).",
  ],
  ["cat([])", () => cat([]), "cat: the list of tensors is empty"],
  ["stack(a, b)", () => stack(any(ones([2])), any(ones([2]))), "stack: tensors must be an array of tensors"],
  on(
    "a gather of floats",
    "gather",
    [0, ones([2, 3])],
    'gather: the index must be int32, got float32[2, 3]; convert it with to("int32").',
  ),
  on("a takeAlongDim of floats", "takeAlongDim", [ones([2, 3]), 0], "takeAlongDim: the index must be int32"),
  on(
    "a scatter with reduce",
    "scatter",
    [0, ones([2, 3]).to("int32"), 1, { reduce: "add" }],
    "scatter: it takes at most 3 arguments, got 4; scatterAdd",
  ),
  on(
    "x.index(i)",
    "index",
    [ones([1]).to("int32")],
    "index: indices must be an array with a tensor or null for each dim, got tensor int32[1]",
  ),
  on(
    "x.index([0])",
    "index",
    [[0]],
    /^index: indices\[0\] must be .*got 0; x\.select\(dim, i\) takes one index\.$/,
  ),
  on("x.index of floats", "index", [[ones([1])]], "index: the index must be int32, got float32[1]"),
  on("a float mask", "maskedSelect", [ones([2, 3])], "maskedSelect: mask must be bool, got float32[2, 3]"),
  on("x.pad(1)", "pad", [1], "pad: pads must be an array of whole numbers, got 1; write x.pad([1, 1])."),
  on('x.pad(p, "reflect")', "pad", [[1, 1], "reflect"], 'pad: options must be an object, got "reflect"'),
  on(
    "a mode of circular",
    "pad",
    [[1, 1], { mode: "circular" }],
    'pad: mode must be one of "constant", "reflect", "replicate", got "circular".',
  ),
  ["oneHot of floats", () => ones([2]).oneHot(2), "oneHot: the index must be int32"],
  [
    "oneHot(-1)",
    () => tensor([0], { dtype: "int32" }).oneHot(-1),
    /^oneHot: numClasses must be .*leave it out/,
  ],
  [
    "indices before the weight",
    () => method(tensor([0], { dtype: "int32" }), "embedding")(ones([2, 2])),
    "the indices come second",
  ],
]);

refuses("products", [
  ["matmul(a, 2)", () => matmul(ones([2, 2]), any(2)), "matmul: b must be a tensor, got 2"],
  [
    "matmul([[1]], x)",
    () => matmul(any([[1]]), ones([2])),
    "matmul: a must be a tensor, got an array of 1; make one with tensor(…).",
  ],
  [
    'einsum("ij,jk", a)',
    () => einsum("ij,jk", ones([2, 2])),
    'einsum: "ij,jk" names 2 operands, but 1 were given.',
  ],
  [
    "einsum(a, b)",
    () => einsum(any(ones([2])), ones([2])),
    "einsum: equation must be a string, got tensor float32[2]",
  ],
  [
    'einsum("i,i", [a, b])',
    () => einsum("i,i", any([ones([2]), ones([2])])),
    'einsum: operand 0 must be a tensor, got an array of 2; write einsum("i,i", a, b).',
  ],
  [
    "bmm of other inner sizes",
    () => ones([1, 2, 3]).bmm(ones([1, 2, 3])),
    "bmm: [1, 2, 3] · [1, 2, 3]: inner sizes 3 and 2 differ",
  ],
  ["mv of other sizes", () => ones([2, 3]).mv(ones([2])), "mv: [2, 3] · [2]: expected (n, m) and (m)"],
  [
    "addmm of other sizes",
    () => ones([2]).addmm(ones([2, 3]), ones([2, 3])),
    "addmm: [2, 3] · [2, 3]: inner sizes 3 and 2 differ",
  ],
  [
    "addmm(x, a, b, 2)",
    () => ones([2]).addmm(ones([2, 2]), ones([2, 2]), any(2)),
    "addmm: options must be an object, got 2",
  ],
]);
