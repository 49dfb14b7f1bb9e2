import { setBackend } from "@saccade/tensor";
import { ourBackends } from "../backends.ts";
import { isOnWebGPU, isOurs, libraryOf, type PlayerName } from "../players.ts";
import type { Ready } from "../protocol.ts";
import { type Make, makeOn } from "../session.ts";
import { UnavailableError } from "../unavailable.ts";
import { loadJax } from "./jax.ts";
import { loadOrt } from "./ort.ts";
import { type Open, saccadeLibrary } from "./saccade.ts";
import { loadTfjs, loadTfjsWebGPU } from "./tfjs.ts";

/** Starts the library of a player, in Node or in a page. There, `ortFiles` is the URL of ONNX Runtime's own files. */
export async function startLibrary(
  name: PlayerName,
  open: Open,
  ortFiles?: string,
): Promise<Ready & { readonly make: Make }> {
  if (isOurs(name)) {
    const ours = await ourBackends[name]();
    setBackend(ours.backend);
    return { make: makeOn("saccade", saccadeLibrary(ours, open)), facts: ours.facts };
  }
  switch (libraryOf(name)) {
    case "tfjs":
      return { make: makeOn("tfjs", await (isOnWebGPU(name) ? loadTfjsWebGPU() : loadTfjs())), facts: {} };
    case "jax":
      return { make: makeOn("jax", await loadJax(isOnWebGPU(name) ? "webgpu" : "wasm")), facts: {} };
    case "ort":
      return { make: makeOn("ort", await loadOrt(name.endsWith("-2") ? 2 : 1, ortFiles)), facts: {} };
    default:
      throw new UnavailableError(`${name} is not a library for Node`);
  }
}
