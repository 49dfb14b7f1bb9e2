// Read by the language service, to test an editor's hints at the calls below.
import { MultiheadAttention } from "@saccade/attention";
import "@saccade/attention/model";
import "@saccade/lens";
import "@saccade/models";
import "@saccade/models/definitions";
import "@saccade/models/seeds";
import "@saccade/attention/definitions";
import "@saccade/attention/definitions/ladder";
import "@saccade/attention/flex";
import "@saccade/attention/ladder";
import "@saccade/autograd";
import "@saccade/autograd/optimizer";
import "@saccade/contract";
import "@saccade/datasets";
import "@saccade/datasets/node";
import "@saccade/datasets/tasks";
import "@saccade/figures";
import "@saccade/kernels-wasm";
import "@saccade/kernels-wasm/ceiling";
import "@saccade/kernels-wasm/worker";
import "@saccade/kernels-webgpu";
import "@saccade/kernels-webgpu/worker";
import "@saccade/nn";
import "@saccade/nn/definitions";
import "@saccade/nn/init";
import "@saccade/nn/node";
import "@saccade/nn/optimizer";
import "@saccade/onnx";
import "@saccade/plot";
import "@saccade/plot/live";
import "@saccade/plot/node";
import "@saccade/plot/page";
import "@saccade/pretrained";
import "@saccade/pretrained/node";
import "@saccade/tensor/backend";
import "@saccade/tensor/checks";
import "@saccade/tensor/contract";
import "@saccade/tensor/definitions";
import "@saccade/tensor/fused";
import "@saccade/tensor/linalg";
import "@saccade/tensor/masked";
import "@saccade/tensor/special";
import "@saccade/tensor/windows";
import "@saccade/train";
import "create-saccade";
import "saccade";
import { randn, type Tensor } from "@saccade/tensor";

const x: Tensor = randn([2, 3]);
x.sum(1);
x.relu();
x.max(1);
x.dims(2);
new MultiheadAttention(8, 2, { bias: true, maskFill: null }).forward(x, x, x, {
  mask: x.gt(0),
  keyMask: x.gt(0),
  validLens: x.to("int32"),
  causal: true,
});
