import { UnsupportedHostError } from "./errors.ts";

/** The error of a host that cannot run the kernels. */
export function unsupported(why: string): UnsupportedHostError {
  return new UnsupportedHostError(
    `wasmBackend: ${why}. setBackend(referenceBackend()) works everywhere.`,
    why,
  );
}

/** Why, when the host has what the kernels need but will not start them. */
export function notStarted(problem: string): string {
  const refused = /content security policy|\bCSP\b/i.test(problem);
  const cure = refused ? "; allow WebAssembly with script-src 'wasm-unsafe-eval'" : "";
  return `the kernels do not start here: ${problem.replace(/\.$/, "")}${cure}`;
}
