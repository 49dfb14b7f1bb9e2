// A further thread of the kernels, as a file of the page's own.
import "@saccade/kernels-wasm/worker";
