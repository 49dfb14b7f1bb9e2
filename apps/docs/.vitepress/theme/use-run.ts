import { fill } from "@saccade/figures/messages";
import { onBeforeUnmount, type Ref, ref } from "vue";
import type { Program } from "../runner/messages.ts";
import { type Failure, type Run, runProgram } from "./run-program.ts";
import { textsOf } from "./texts.ts";

export type RunState = "idle" | "running" | "done" | "failed";

/** The longest output that a page shows of a program: more would make it slow, and a program that prints without end fill its memory. */
export const most = { lines: 10_000, characters: 1_000_000 };

/** A place of a page where a program runs: its state and what it printed so far. The program ends with the component. */
export function useRun(lang: () => string): {
  readonly state: Ref<RunState>;
  readonly output: Ref<string>;
  readonly start: (program: () => Promise<Program>) => Promise<void>;
  readonly stop: () => void;
  /** Ends what runs, and empties the output. */
  readonly clear: () => void;
  /** Shows what went wrong. */
  readonly fail: (text: string) => void;
} {
  const state = ref<RunState>("idle");
  const output = ref("");
  let lines: string[] = [];
  let characters = 0;
  let drawing: number | null = null;
  let run: Run | null = null;
  let runs = 0; // also counts what was stopped before it began

  function show(): void {
    if (drawing !== null) cancelAnimationFrame(drawing);
    drawing = null;
    output.value = lines.join("\n");
  }

  function print(line: string): void {
    const room = Math.max(0, most.characters - characters);
    lines.push(line.slice(0, room));
    characters += line.length + 1;
    if (line.length > room || lines.length >= most.lines) {
      fail(fill(textsOf(lang()).run.tooMuch, most));
      return;
    }
    // One change of the page a frame, however often a program prints.
    drawing ??= requestAnimationFrame(show);
  }

  function end(next: RunState): void {
    runs++;
    run?.stop();
    run = null;
    state.value = next;
    show();
  }

  function fail(text: string): void {
    lines.push(text);
    end("failed");
  }

  function stop(): void {
    if (state.value === "running") end("idle");
  }

  function clear(): void {
    [lines, characters] = [[], 0];
    end("idle");
  }

  async function start(program: () => Promise<Program>): Promise<void> {
    if (state.value === "running") return;
    clear();
    state.value = "running";
    const mine = ++runs;
    try {
      const ready = await program();
      if (mine !== runs) return;
      run = runProgram(ready, print);
      const failure = await run.done;
      if (mine !== runs) return;
      if (failure === null) end("done");
      else fail(messageOf(failure));
    } catch (error) {
      if (mine === runs) fail(error instanceof Error ? error.message : String(error));
    }
  }

  function messageOf({ text, line }: Failure): string {
    return line === null ? text : fill(textsOf(lang()).run.atLine, { line, text });
  }

  onBeforeUnmount(stop);
  return { state, output, start, stop, clear, fail };
}
