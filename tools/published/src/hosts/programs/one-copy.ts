// Each class and error exists once, whichever entry it is imported from.
import * as autograd from "@saccade/autograd";
import * as optimizers from "@saccade/autograd/optimizer";
import * as contract from "@saccade/contract";
import * as kernels from "@saccade/kernels-wasm";
import * as nn from "@saccade/nn";
import * as modules from "@saccade/nn/optimizer";
import * as tensor from "@saccade/tensor";
import * as backend from "@saccade/tensor/backend";
import * as contracts from "@saccade/tensor/contract";
import * as linalg from "@saccade/tensor/linalg";

/** Exports by name. */
export type Entry = Readonly<Record<string, unknown>>;

export const entries: Readonly<Record<string, Entry>> = {
  "@saccade/autograd": autograd,
  "@saccade/autograd/optimizer": optimizers,
  "@saccade/contract": contract,
  "@saccade/kernels-wasm": kernels,
  "@saccade/nn": nn,
  "@saccade/nn/optimizer": modules,
  "@saccade/tensor": tensor,
  "@saccade/tensor/backend": backend,
  "@saccade/tensor/contract": contracts,
  "@saccade/tensor/linalg": linalg,
};

/** The classes that two entries export, and those that differ. A method of one package takes tensors of the other. */
export function compare(all: Iterable<readonly [name: string, entry: Entry]>): {
  shared: number;
  different: string[];
} {
  const first = new Map<string, readonly [entry: string, value: unknown]>();
  const different: string[] = [];
  let shared = 0;
  for (const [entry, exports] of all) {
    for (const [name, value] of Object.entries(exports)) {
      if (!/^[A-Z]/.test(name)) continue;
      const [other, known] = first.get(name) ?? [];
      if (other === undefined) first.set(name, [entry, value]);
      else if (known === value) shared++;
      else different.push(`${name} of ${entry} is not that of ${other}`);
    }
  }
  if (!(new nn.Linear(3, 2).forward(tensor.zeros([2, 3])) instanceof tensor.Tensor))
    different.push("the output of Linear is not a Tensor");
  return { shared, different };
}
