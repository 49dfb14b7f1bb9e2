// Runs one program, then is terminated. Programs import packages by name; only those are loaded.

export type FromRunner =
  | { readonly kind: "line"; readonly line: string }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };

const packages: Readonly<Record<string, () => Promise<object>>> = {
  "@saccade/tensor": () => import("@saccade/tensor"),
  "@saccade/tensor/backend": () => import("@saccade/tensor/backend"),
  "@saccade/tensor/checks": () => import("@saccade/tensor/checks"),
  "@saccade/tensor/fused": () => import("@saccade/tensor/fused"),
  "@saccade/autograd": () => import("@saccade/autograd"),
  "@saccade/nn": () => import("@saccade/nn"),
  "@saccade/nn/optimizer": () => import("@saccade/nn/optimizer"),
  "@saccade/attention": () => import("@saccade/attention"),
  "@saccade/attention/seeds": () => import("@saccade/attention/seeds"),
  "@saccade/datasets": () => import("@saccade/datasets"),
  "@saccade/datasets/tasks": () => import("@saccade/datasets/tasks"),
  "@saccade/kernels-wasm": () => import("@saccade/kernels-wasm"),
  "@saccade/onnx": () => import("@saccade/onnx"),
  "@saccade/pretrained": () => import("@saccade/pretrained"),
  "@saccade/plot": () => import("@saccade/plot"),
  "@saccade/train": () => import("@saccade/train"),
  saccade: () => import("saccade"),
};

self.onmessage = async ({ data: program }: MessageEvent<string>) => {
  try {
    const loaded = new Map<string, object>();
    for (const [, name] of program.matchAll(/require\("([^"]+)"\)/g)) {
      const load = packages[name!];
      if (load === undefined) throw new Error(`"${name}" cannot be imported in a page.`);
      loaded.set(name!, await load());
    }
    const log = (...values: unknown[]): void => tell({ kind: "line", line: values.map(textOf).join(" ") });
    const body = new AsyncFunction("require", "exports", "console", program);
    await body((name: string) => loaded.get(name), {}, { log, warn: log, error: log });
    tell({ kind: "done" });
  } catch (error) {
    tell({
      kind: "failed",
      message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    });
  }
};

const AsyncFunction = (async () => {}).constructor as new (
  ...args: string[]
) => (...values: unknown[]) => Promise<void>;

function tell(message: FromRunner): void {
  self.postMessage(message);
}

/** As Node's console shows it, near enough for the values of a lesson. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return `[${value.map(nested).join(", ")}]`;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView))
    return textOf(Array.from(value as Uint8Array));
  if (value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype) {
    return `{ ${Object.entries(value)
      .map(([key, entry]) => `${key}: ${nested(entry)}`)
      .join(", ")} }`;
  }
  return String(value);
}

function nested(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : textOf(value);
}
