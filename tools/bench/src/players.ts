const ours = {
  reference: "Saccade, reference backend",
  wasm: "Saccade, wasm, one thread",
  "wasm-2": "Saccade, wasm, two threads",
  "wasm-compiled": "Saccade, wasm, one thread, compiled step",
  "wasm-2-compiled": "Saccade, wasm, two threads, compiled step",
  tab: "Saccade in a tab, wasm, one thread",
  "tab-2": "Saccade in a tab, wasm, two threads",
  webgpu: "Saccade in Node, WebGPU",
  "webgpu-compiled": "Saccade in Node, WebGPU, compiled step",
  "tab-webgpu": "Saccade in a tab, WebGPU",
  "tab-webgpu-compiled": "Saccade in a tab, WebGPU, compiled step",
} as const;
const before = {
  "before-wasm": "Saccade of the other checkout, wasm, one thread",
  "before-wasm-2": "Saccade of the other checkout, wasm, two threads",
  "before-wasm-compiled": "Saccade of the other checkout, wasm, one thread, compiled step",
  "before-wasm-2-compiled": "Saccade of the other checkout, wasm, two threads, compiled step",
  "before-webgpu": "Saccade of the other checkout in Node, WebGPU",
  "before-webgpu-compiled": "Saccade of the other checkout in Node, WebGPU, compiled step",
} as const;
const peers = {
  tfjs: "TensorFlow.js, wasm backend",
  jax: "jax-js, wasm device, jit",
  ort: "ONNX Runtime Web, wasm, one thread",
  "ort-2": "ONNX Runtime Web, wasm, two threads",
  "ort-tab": "ONNX Runtime Web in a tab, wasm, one thread",
  "ort-tab-2": "ONNX Runtime Web in a tab, wasm, two threads",
  torch: "PyTorch, one thread",
  "torch-2": "PyTorch, two threads",
  "tfjs-webgpu": "TensorFlow.js in Node, WebGPU backend",
  "jax-webgpu": "jax-js in Node, WebGPU device, jit",
  "tfjs-webgpu-tab": "TensorFlow.js in a tab, WebGPU backend",
  "jax-webgpu-tab": "jax-js in a tab, WebGPU device, jit",
} as const;

export type OurPlayer = keyof typeof ours;
export type PeerPlayer = keyof typeof peers;
export type BeforePlayer = keyof typeof before;
export type PlayerName = OurPlayer | PeerPlayer | BeforePlayer;

/** The players of a run: our backends, and the libraries that one would use instead. */
export const ourPlayers = Object.keys(ours) as readonly OurPlayer[];
export const peerPlayers = Object.keys(peers) as readonly PeerPlayer[];
/** Our players as another checkout of the project has them; see `--before`. */
export const beforePlayers = Object.keys(before) as readonly BeforePlayer[];
export const playerTitles: Readonly<Record<PlayerName, string>> = { ...ours, ...before, ...peers };

export function isOurs(name: PlayerName): name is OurPlayer {
  return name in ours;
}

export function isBefore(name: PlayerName): name is BeforePlayer {
  return name in before;
}

/** The player of this checkout that a player of the other one is compared with, by name. */
export function counterpart(name: BeforePlayer): string {
  return name.slice("before-".length);
}

export function isCompiled(name: PlayerName): boolean {
  return name.endsWith("-compiled");
}

/** Whether a player runs in a worker of a page, in Chromium. */
export function isInTab(name: PlayerName): boolean {
  return /\btab\b/.test(name);
}

/** Whether a player computes by WebGPU. */
export function isOnWebGPU(name: PlayerName): boolean {
  return /\bwebgpu\b/.test(name);
}

/** The library of a {@link Programs} table that a player runs; null for PyTorch, which has its own programs. */
export function libraryOf(name: PlayerName): "saccade" | "tfjs" | "jax" | "ort" | null {
  if (isOurs(name) || isBefore(name)) return "saccade";
  if (name.startsWith("torch")) return null;
  if (name.startsWith("tfjs")) return "tfjs";
  return name.startsWith("jax") ? "jax" : "ort";
}
