// Read by the language service: what an editor shows at the calls below.
import "@saccade/attention";
import "@saccade/attention/seeds";
import "@saccade/autograd";
import "@saccade/autograd/optimizer";
import "@saccade/datasets";
import "@saccade/datasets/node";
import "@saccade/datasets/tasks";
import "@saccade/kernels-wasm";
import "@saccade/kernels-wasm/ceiling";
import "@saccade/kernels-wasm/worker";
import "@saccade/nn";
import "@saccade/nn/node";
import "@saccade/nn/optimizer";
import "@saccade/plot";
import "@saccade/plot/live";
import "@saccade/plot/node";
import "@saccade/plot/page";
import "@saccade/tensor/backend";
import "@saccade/train";
import "saccade";
import { randn, type Tensor } from "@saccade/tensor";

const x: Tensor = randn([2, 3]);
x.sum(1);
x.relu();
x.max(1);
x.dims(2);
