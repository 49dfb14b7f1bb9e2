import { expect, test } from "vitest";
import * as nn from "../../src/index.ts";
import { errorOf } from "../helpers.ts";
import { fileOf } from "../safetensors/helpers.ts";

const model = new nn.Linear(2, 1);
const optimizer = new nn.SGD(model, { lr: 0.1 });
const secret = "secret";

const metadata = { "saccade.checkpoint": "1", kernels: "reference" };
const texts = [
  "my secret",
  "secret: 1",
  '{"a": secret}',
  "[1, secret]",
  '{"a": "secret',
  secret.repeat(1000),
];

const files: readonly (readonly [string, Uint8Array])[] = [
  ...texts.map((text) => [`the text ${text.slice(0, 30)}`, new TextEncoder().encode(text)] as const),
  ...texts.map((text) => [`a header ${text.slice(0, 30)}`, fileOf(text)] as const),
  ...["optimizer", "random", "scheduler", "data", "extra"].flatMap((part) =>
    texts.map(
      (text) =>
        [
          `the part ${part}: ${text.slice(0, 30)}`,
          nn.encodeSafetensors([], { ...metadata, [part]: text }),
        ] as const,
    ),
  ),
  ["a version", nn.encodeSafetensors([], { "saccade.checkpoint": secret })],
];

/** What an error shows in a console: its message, its stack and those of its causes. */
function shown(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.message}\n${error.stack ?? ""}\n${shown(error.cause)}`;
}

test.each(files)("an error about %s quotes nothing of it", (_name, bytes) => {
  const restore = () => nn.restoreCheckpoint(bytes, { model, optimizer });
  for (const read of [restore, () => nn.readCheckpoint(bytes)]) {
    const error = errorOf(read);
    expect(error).toBeInstanceOf(nn.CheckpointError);
    expect(shown(error).replaceAll(import.meta.filename, "")).not.toContain(secret);
  }
});
