import { expect, test } from "vitest";
import * as nn from "../../src/index.ts";

const model = new nn.Linear(2, 1);
const optimizer = new nn.SGD(model, { lr: 0.1 });
const secret = "secret";

function headed(text: string): Uint8Array {
  const header = new TextEncoder().encode(text);
  const file = new Uint8Array(8 + header.length);
  new DataView(file.buffer).setUint32(0, header.length, true);
  file.set(header, 8);
  return file;
}

const metadata = { "saccade.checkpoint": "1", kernels: "reference" };
const written = (more: Record<string, string>): Uint8Array =>
  nn.encodeSafetensors([], { ...metadata, ...more });
const texts = [
  "Dear diary, my secret",
  "secret: 1",
  '{"a": secret}',
  "[1, secret]",
  '{"a": "secret',
  "secret".repeat(1000),
];

const files: readonly (readonly [string, Uint8Array])[] = [
  ...texts.map((text) => [`the text ${text.slice(0, 30)}`, new TextEncoder().encode(text)] as const),
  ...texts.map((text) => [`a header ${text.slice(0, 30)}`, headed(text)] as const),
  ...["optimizer", "random", "scheduler", "data", "extra"].flatMap((part) =>
    texts.map((text) => [`the part ${part}: ${text.slice(0, 30)}`, written({ [part]: text })] as const),
  ),
  ["a version", nn.encodeSafetensors([], { "saccade.checkpoint": secret })],
];

/** What an error shows in a console: its message, its stack and those of its causes. */
function shown(error: unknown): string {
  return error instanceof Error
    ? `${error.message}\n${error.stack ?? ""}\n${shown(error.cause)}`
    : String(error);
}

test.each(files)("an error about %s quotes nothing of it", (_name, bytes) => {
  for (const read of [
    () => nn.restoreCheckpoint(bytes, { model, optimizer }),
    () => nn.readCheckpoint(bytes),
  ]) {
    let error: unknown = null;
    try {
      read();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(nn.CheckpointError);
    expect(shown(error).replaceAll(import.meta.filename, "")).not.toContain(secret);
  }
});
