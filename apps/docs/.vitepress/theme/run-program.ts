import frameDocument from "virtual:saccade-frame";
import runtimeAddress from "virtual:saccade-runtime";
import { type Message, messageFrom, type Program } from "../runner/messages.ts";

/** How a program ended in an error. */
export interface Failure {
  readonly text: string;
  /** The line of the source; null where none is known. */
  readonly line: number | null;
}

export interface Run {
  /** Settles when the program has ended: with its error, or null. */
  readonly done: Promise<Failure | null>;
  /** Ends the program at once; then `done` never settles. */
  readonly stop: () => void;
}

/**
 * Runs a program; `print` gets each line that it logs. Nobody vouches for a program: it runs in a Worker inside a sandboxed
 * frame, whose origin is its own, so that it reaches nothing that this site keeps, and whose policy lets it load nothing. It
 * talks to the page through one port, which takes only messages of known shapes.
 */
export function runProgram(program: Program, print: (line: string) => void): Run {
  const { port1: port, port2: theirs } = new MessageChannel();
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.referrerPolicy = "no-referrer";
  frame.hidden = true;
  frame.srcdoc = frameDocument;
  const stop = (): void => {
    port.close();
    frame.remove(); // with it ends its worker
  };
  const ended = new Promise<Failure | null>((resolve) => {
    port.onmessage = ({ data }) => {
      const message = messageFrom(data);
      if (message?.kind === "line") print(message.text);
      else if (message !== null) resolve(failureOf(message, program));
    };
  });
  const done = Promise.all([fileOf(program), opened(frame)])
    .then(([file]) => frame.contentWindow?.postMessage(file, "*", [theirs]))
    .then(() => ended)
    .finally(stop);
  return { done, stop };
}

function failureOf(message: Exclude<Message, { kind: "line" }>, { lines }: Program): Failure | null {
  if (message.kind === "done") return null;
  return { text: message.text, line: lines[(message.line ?? 0) - 1] ?? null };
}

function opened(frame: HTMLIFrameElement): Promise<void> {
  return new Promise((resolve) => {
    frame.onload = () => resolve();
    document.body.append(frame);
  });
}

let runtime: Promise<Blob> | null = null;

/** The worker's file: the program first, so that its lines are those of the file, then what runs it (runner/runtime.ts). */
async function fileOf({ code }: Program): Promise<Blob> {
  if (import.meta.env.DEV) runtime = null; // it follows the packages' sources
  runtime ??= fetchRuntime();
  runtime.catch(() => (runtime = null)); // another time the network may be there
  const start = "const program = async (require, exports, console) => {";
  const end = `\n};\nconst programLines = ${code.split("\n").length};\n`;
  return new Blob([start, code, end, await runtime], { type: "text/javascript" });
}

async function fetchRuntime(): Promise<Blob> {
  const response = await fetch(runtimeAddress);
  if (!response.ok) throw new Error(`The packages could not be loaded (${response.status}).`);
  return response.blob();
}
