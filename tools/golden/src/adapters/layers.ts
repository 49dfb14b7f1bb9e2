import { positionalEncoding } from "@saccade/attention";
import { Dropout, Embedding, LayerNorm, Linear, linear } from "@saccade/nn";
import { where } from "@saccade/tensor";
import { type Adapters, layer, op } from "../adapter.ts";
import { asDims, asFlag, asNumber, given } from "../case.ts";

/** Layers without a time dim. */
export const layers: Adapters = {
  "nn.Linear": layer(
    (attrs) =>
      new Linear(
        attrs.number("in_features"),
        attrs.number("out_features"),
        given({ bias: attrs.maybe("bias", asFlag) }),
      ),
    (module, inputs) => module.forward(inputs.get("x")),
  ),
  linear: op((inputs) => linear(inputs.get("x"), inputs.get("weight"), inputs.maybe("bias"))),
  "nn.Embedding": layer(
    (attrs) =>
      new Embedding(
        attrs.number("num_embeddings"),
        attrs.number("embedding_dim"),
        given({ paddingIdx: attrs.maybe("padding_idx", asNumber) }),
      ),
    (module, inputs) => module.forward(inputs.get("idx")),
  ),
  "nn.LayerNorm": layer(
    (attrs) =>
      new LayerNorm(
        attrs.get("normalized_shape", asDims),
        given({
          eps: attrs.maybe("eps", asNumber),
          elementwiseAffine: attrs.maybe("elementwise_affine", asFlag),
        }),
      ),
    (module, inputs) => module.forward(inputs.get("x")),
  ),
  "nn.Dropout.eval": layer(
    (attrs) => new Dropout(attrs.number("p")),
    (module, inputs) => module.eval().forward(inputs.get("x")),
  ),
  "nn.Dropout.train": layer(
    (attrs) => new Dropout(attrs.number("p")),
    (module, inputs) => module.train().forward(inputs.get("x")),
  ),
  // Dropout's arithmetic, its mask being given: no two libraries draw the same one.
  dropout_given_mask: op((inputs, attrs) =>
    where(inputs.get("keep").ne(0), inputs.get("x").mul(1 / (1 - attrs.number("p"))), 0),
  ),
  positional_encoding: op((_inputs, attrs) =>
    positionalEncoding(attrs.number("max_len"), attrs.number("num_hiddens")),
  ),
};
