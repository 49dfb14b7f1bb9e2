import type { Tensor } from "@saccade/tensor";
import { type Compile, plainly } from "../backends.ts";
import type { Jax, JaxArray } from "../libraries/jax.ts";
import type { Tfjs, TfTensor } from "../libraries/tfjs.ts";
import type { Programs } from "../workload.ts";

/** A function of the named inputs in each library that takes part, made before any is timed. */
interface Calculation<N extends readonly string[]> {
  readonly saccade: (compile: Compile) => (...xs: Each<N, Tensor>) => Tensor | readonly Tensor[];
  readonly tfjs?: (tf: Tfjs["tf"]) => (...xs: Each<N, TfTensor>) => TfTensor | TfTensor[];
  /** Compiled. It must use up each of its arguments. */
  readonly jax?: (jax: Jax["jax"]) => (...xs: Each<N, JaxArray>) => JaxArray | JaxArray[];
  /** Whether ONNX Runtime takes part, with what Saccade exports; or what is exported instead. Default false. */
  readonly ort?: boolean | ((...xs: Each<N, Tensor>) => Tensor);
}

type Each<N, T> = { [I in keyof N]: T };

/** The programs of a calculation. */
export function calculation<const N extends readonly string[]>(
  names: N,
  { saccade, tfjs, jax, ort = false }: Calculation<N>,
): Programs {
  return {
    saccade: (s, io) => s.calculation(io, names, saccade(s.compile)),
    ...(tfjs && { tfjs: (t, io) => t.calculation(io, names, tfjs(t.tf)) }),
    ...(jax && { jax: (j, io) => j.calculation(io, names, jax(j.jax)) }),
    ...(ort && { ort: (o, io) => o.graph(io, names, ort === true ? saccade(plainly) : ort) }),
  };
}
