// The worker that owns the GPU, as one of the page's own files.
import "@saccade/kernels-webgpu/worker";
