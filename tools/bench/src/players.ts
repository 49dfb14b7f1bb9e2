/** What takes part in a run: our backends, and the libraries that one would use instead. */
export const ourPlayers = ["reference", "wasm", "wasm-2", "wasm-compiled", "wasm-2-compiled"] as const;
export const peerPlayers = ["tfjs", "jax", "ort", "torch", "torch-2"] as const;

export type OurPlayer = (typeof ourPlayers)[number];
export type PeerPlayer = (typeof peerPlayers)[number];
export type PlayerName = OurPlayer | PeerPlayer;

export const playerTitles: Readonly<Record<PlayerName, string>> = {
  reference: "Saccade, reference backend",
  wasm: "Saccade, wasm, one thread",
  "wasm-2": "Saccade, wasm, two threads",
  "wasm-compiled": "Saccade, wasm, one thread, compiled step",
  "wasm-2-compiled": "Saccade, wasm, two threads, compiled step",
  tfjs: "TensorFlow.js, wasm backend",
  jax: "jax-js, wasm device, jit",
  ort: "ONNX Runtime Web, wasm, one thread",
  torch: "PyTorch, one thread",
  "torch-2": "PyTorch, two threads",
};

export function isOurs(name: PlayerName): name is OurPlayer {
  return ourPlayers.some((ours) => ours === name);
}

export function isCompiled(name: PlayerName): boolean {
  return name.endsWith("-compiled");
}

/** The library of a {@link Programs} table that a player runs; null for PyTorch, which has its own programs. */
export function libraryOf(name: PlayerName): "saccade" | "tfjs" | "jax" | "ort" | null {
  if (isOurs(name)) return "saccade";
  return name === "torch" || name === "torch-2" ? null : name;
}
