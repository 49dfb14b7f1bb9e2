import type { BertActivation, GPTActivation } from "@saccade/attention";

/** Hugging Face's activation functions. */
const functions = {
  gelu: "gelu",
  gelu_new: "geluTanh",
  gelu_pytorch_tanh: "geluTanh",
  gelu_fast: "geluTanh",
  gelu_python: "gelu",
  relu: "relu",
  silu: "silu",
  swish: "silu",
} as const satisfies Record<string, BertActivation>;

type Named<T> = Readonly<Record<string, T>>;

// Names whose function a model has, with the model's own word for it.
function spelled<T>(words: Named<T>): Named<T> {
  const entries = Object.entries(functions).flatMap(([name, f]) =>
    f in words ? [[name, words[f]!] as const] : [],
  );
  return Object.fromEntries(entries);
}

export const bertActivations: Named<BertActivation> = functions;

/** Of a feed-forward network without a gate. */
export const activations: Named<GPTActivation> = spelled({
  gelu: "exactGelu",
  geluTanh: "gelu",
  relu: "relu",
  silu: "silu",
});

/** Of a network with a gate. */
export const gatedActivations: Named<GPTActivation> = spelled({
  gelu: "geglu",
  geluTanh: "gegluTanh",
  silu: "swiglu",
});
