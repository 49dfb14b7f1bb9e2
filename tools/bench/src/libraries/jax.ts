import type * as JaxModule from "@jax-js/jax";
import type { Inputs, Program } from "../program.ts";

export type JaxArray = JaxModule.Array;

export interface Jax {
  readonly jax: typeof JaxModule;
  array(inputs: Inputs, name: string): JaxArray;
  /** A program of f, compiled. As everywhere in jax-js, f owns its arguments and must use up each. */
  calculation<const N extends readonly string[]>(
    inputs: Inputs,
    names: N,
    f: (...xs: { [I in keyof N]: JaxArray }) => JaxArray | JaxArray[],
  ): Program;
  /** A program of a step from state to state and loss; it is compiled and owns its argument. */
  training(step: (state: JaxArray[]) => [JaxArray[], JaxArray], state: JaxArray[]): Program;
}

/** jax-js on its wasm device. Its arrays are lazy: an iteration ends when they are there. */
export async function loadJax(): Promise<Jax> {
  const jax = await import("@jax-js/jax");
  await jax.init("wasm"); // the others ask for a browser
  jax.defaultDevice("wasm");
  return {
    jax,
    array,
    calculation(inputs, names, f) {
      const xs = names.map((name) => array(inputs, name));
      const compiled = jax.jit((...args: JaxArray[]) => {
        const result = f(...(args as { [I in keyof typeof names]: JaxArray }));
        return Array.isArray(result) ? result : [result];
      });
      const once = (): JaxArray[] => compiled(...xs.map((x) => x.ref));
      return {
        outputs: () => once().map((y) => numbers(y)),
        run: async () => {
          const results = once();
          await jax.blockUntilReady(results);
          for (const y of results) y.dispose();
        },
      };
    },
    training(step, first) {
      const compiled = jax.jit(step);
      let state = first;
      const next = (): JaxArray => {
        const [after, loss] = compiled(state);
        state = after;
        return loss;
      };
      return {
        outputs: () => [[0, 1, 2].map(() => numbers(next())[0]!)],
        run: async () => {
          const loss = next();
          await jax.blockUntilReady([...state, loss]);
          loss.dispose();
        },
      };
    },
  };

  function array(inputs: Inputs, name: string): JaxArray {
    const { data, shape } = inputs[name]!;
    const dtype = data instanceof Int32Array ? jax.numpy.int32 : jax.numpy.float32;
    return jax.numpy.array(data as Float32Array<ArrayBuffer>, { shape: [...shape], dtype });
  }
}

function numbers(y: JaxArray): number[] {
  return Array.from(y.dataSync(), Number);
}
