// The worker that owns the GPU, as a file of the page's own.
import "@saccade/kernels-webgpu/worker";
