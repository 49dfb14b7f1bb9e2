import { numelOf, type Operand, type ScaledDotProductAttrs } from "@saccade/tensor/backend";
import { findPlaces, type Place, walkOf, u as word, wordOf, wordsOf } from "../wgsl.ts";
import { programFunctions } from "./score-program.ts";
import { type Matrix, type NamedWords, namedWords, readers } from "./tiles.ts";

// The common parts of all kernels of scaled dot-product attention: the matrices of a batch, the allowed pairs of a query i
// and a key j, and the bias and the dropout factor of a pair.

export interface AttentionOperands {
  readonly q: Operand;
  readonly k: Operand;
  readonly v: Operand;
  readonly mask?: Operand | undefined;
  readonly bias?: Operand | undefined;
  /** The output's cotangent. */
  readonly g?: Operand | undefined;
  /** Those of a program. */
  readonly program?: readonly Operand[];
}

type Role = Exclude<keyof AttentionOperands, "program">;
const roles: readonly Role[] = ["q", "k", "v", "mask", "bias", "g"];

/** The inputs after q, k and v are the mask and the bias, each if its flag is set. */
export function operandsOf(
  [q, k, v, ...more]: readonly Operand[],
  { masked, biased, program }: ScaledDotProductAttrs,
  g?: Operand,
): AttentionOperands {
  const mask = masked ? more[0] : undefined;
  const bias = biased ? more[Number(masked)] : undefined;
  const first = Number(masked) + Number(biased);
  const own = program && more.slice(first, first + program.tables.length);
  return { q: q!, k: k!, v: v!, mask, bias, g, ...(own && { program: own }) };
}

export type AttentionCall = ReturnType<typeof attentionCall>;

type Step = `${Role}Row` | `${Role}Column`;
type Parameter =
  | "queries"
  | "lq"
  | "lk"
  | "d"
  | "dv"
  | "scale"
  | "seed0"
  | "seed1"
  | "draw"
  | "kept"
  | "factor";
type Words = NamedWords<Parameter | Step>;

/** The call of a kernel that reads some of the operands. */
export function attentionCall(
  operands: AttentionOperands,
  attrs: ScaledDotProductAttrs,
  batch: readonly number[],
  wanted: readonly Role[] = roles,
) {
  const { causal, dropout, state, scale, program } = attrs;
  const { q, k, v } = operands;
  const ofProgram = program ? operands.program! : [];
  const [lq, lk, d, dv] = [q.shape.at(-2)!, k.shape.at(-2)!, q.shape.at(-1)!, v.shape.at(-1)!];
  const own = wanted.filter((role) => operands[role] !== undefined);
  // The operands of this kernel, to bind in this order.
  const reads = [...own.map((role) => operands[role]!), ...ofProgram];
  const seed = state?.seed ?? [0, 0];
  const steps = roles.flatMap((role) => {
    const step = (dim: number): number => stepOf(operands[role], dim);
    return [[`${role}Row`, step(-2)] as const, [`${role}Column`, step(-1)] as const];
  });
  const parameters: Record<Parameter, number> = {
    ...{ queries: numelOf(batch) * lq, lq, lk, d, dv, scale: wordOf(scale) },
    ...{ seed0: seed[0], seed1: seed[1], draw: state?.offset ?? 0 },
    ...{ kept: wordOf(1 - dropout), factor: wordOf(dropout === 1 ? 0 : 1 / (1 - dropout)) },
  };
  const named: Words = namedWords({ ...parameters, ...(Object.fromEntries(steps) as Record<Step, number>) });
  const { u, f } = named;
  const programSteps = ofProgram.flatMap((x) => [stepOf(x, -2), stepOf(x, -1)]);
  const programAt = named.words.length;
  const places = placesIn(batch, reads);
  const walk = walkOf(batch, places);
  const first = programAt + programSteps.length;
  const drops = state !== null;
  const hasMask = own.includes("mask");
  // Whether a program changes the scores.
  const programmed = program !== undefined;
  // A program may exclude a key by its score, too.
  const masked = hasMask || programmed;
  // Whether pairs are excluded that a tile holds.
  const excludes = causal || masked;
  const sizes = { q: [u.lq, u.d], k: [u.lk, u.d], v: [u.lk, u.dv], g: [u.lq, u.dv] } as const;

  /** q, k, v and g as matrices; q is scaled. */
  const matrix = (role: "q" | "k" | "v" | "g", buffers: readonly string[]): Matrix => ({
    name: role,
    buffer: buffers[own.indexOf(role)]!,
    rows: sizes[role][0],
    columns: sizes[role][1],
    rowStep: u[`${role}Row`],
    columnStep: u[`${role}Column`],
    ...(role === "q" && { factor: f.scale }),
  });
  /** Declarations, without the functions they call, given the names of the bound buffers. */
  const head = (buffers: readonly string[]): string => {
    const matrices = (["q", "k", "v", "g"] as const).filter((role) => own.includes(role));
    const at = (role: "mask" | "bias"): string =>
      `${buffers[own.indexOf(role)]}[${role}At + i * ${u[`${role}Row`]} + j * ${u[`${role}Column`]}]`;
    const isAllowed = [
      `i < ${u.lq}`,
      `j < ${u.lk}`,
      ...(causal ? ["j <= i"] : []),
      ...(hasMask ? [`${at("mask")} != 0u`] : []),
      ...(program ? ["programAllows(i, j)"] : []),
    ];
    const inProgram = ofProgram.map((_, n) => ({
      buffer: buffers[own.length + n]!,
      at: `program${n}At`,
      rowStep: word(programAt + 2 * n),
      columnStep: word(programAt + 2 * n + 1),
    }));
    return `${matrices.map((role) => readers(matrix(role, buffers))).join("\n")}
${own
  .filter((role) => role === "mask" || role === "bias")
  .map((role) => `var<private> ${role}At: u32;`)
  .join("\n")}
${program ? `${ofProgram.map((_, n) => `var<private> program${n}At: u32;`).join("\n")}\n${programFunctions(program, inProgram)}` : ""}
fn isAllowed(i: u32, j: u32) -> bool { return ${isAllowed.map((test) => `(${test})`).join(" & ")}; }
fn biasOf(i: u32, j: u32) -> f32 { return ${own.includes("bias") ? at("bias") : "0"}; }
fn keptOf(batch: u32, i: u32, j: u32) -> f32 {${
      drops
        ? `
  let draw = threefry(vec2(${u.seed0}, ${u.seed1}), vec2((batch * ${u.lq} + i) * ${u.lk} + j, ${u.draw}));
  return select(0.0, ${f.factor}, f32(draw.x >> 8) * 5.9604645e-8 < ${f.kept});`
        : " return 1;"
    } }
${["4", "Down"]
  .map((way) => {
    const pair = (c: number): string => (way === "4" ? `i, j + ${c}u` : `i + ${c}u, j`);
    return `${four(`allowed${way}`, "bool", "i: u32, j: u32", (c) => `isAllowed(${pair(c)})`)}
${four(`bias${way}`, "f32", "i: u32, j: u32", (c) => `biasOf(${pair(c)})`)}
${four(`kept${way}`, "f32", "batch: u32, i: u32, j: u32", (c) => `keptOf(batch, ${pair(c)})`)}
${program ? ["changed", "slopeOfChange"].map((of) => four(`${of}${way}`, "f32", "i: u32, j: u32, s: vec4<f32>", (c) => `${of}(${pair(c)}, s[${c}])`)).join("\n") : ""}`;
  })
  .join("\n")}
fn exp4(x: vec4<f32>) -> vec4<f32> {
  let isNumber = (bitcast<vec4<u32>>(x) & vec4(0x7fffffffu)) <= vec4(0x7f800000u);
  return select(x, exp(x), isNumber);
}`;
  };
  return {
    ...{ lq, lk, d, dv, batches: numelOf(batch), causal, masked, drops, programmed, excludes },
    ...{ reads, u, f, head, matrix },
    words: [...named.words, ...programSteps, ...wordsOf(walk, places)],
    variant: `${own} ${walk.sizes.length} ${causal} ${drops}${program ? JSON.stringify(program) : ""}`,
    /** A statement of `main`, which knows `batch`: where the batch's matrices start. */
    start: `${findPlaces(walk, first, "batch")}\n${[
      ...own.map((role) => `${role}At`),
      ...ofProgram.map((_, n) => `program${n}At`),
    ]
      .map((name, i) => `  ${name} = at${i};`)
      .join("\n")}`,
  };
}

function four(name: string, type: string, parameters: string, value: (c: number) => string): string {
  return `fn ${name}(${parameters}) -> vec4<${type}> { return vec4<${type}>(${[0, 1, 2, 3].map(value).join(", ")}); }`;
}

/** The positions of a batch's matrices in operands, whose batch dims come before their last two. */
export function placesIn(batch: readonly number[], operands: readonly Operand[]): Place[] {
  return operands.map((x) => ({
    offset: x.offset,
    strides: batch.map((_, dim) => stepOf(x, dim - batch.length - 2)),
  }));
}

/** The stride of a dim counted from the end, 0 where the operand is absent or stretched along it. */
export function stepOf(x: Operand | undefined, dim: number): number {
  const size = x?.shape.at(dim);
  const inside = x !== undefined && -dim <= x.shape.length;
  return inside && size !== 1 ? x.strides.at(dim)! : 0;
}
