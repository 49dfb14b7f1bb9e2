import {
  bestBackend,
  DotProductAttention,
  randn,
  setBackend,
} from "saccade";

// WebAssembly where the browser has it
const backend = await bestBackend();
setBackend(backend);

const attention = new DotProductAttention().eval();
const { weights } = attention.forward(
  randn([1, 2, 4]),
  randn([1, 5, 4]),
  randn([1, 5, 3]),
);
document.body.textContent = `${backend.reason}: ${String(weights)}`;
