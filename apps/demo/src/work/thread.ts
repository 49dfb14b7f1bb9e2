// Another thread of the kernels, as one of the page's own files.
import "@saccade/kernels-wasm/worker";
