import { sparkline } from "@saccade/plot";
import { SingleBar } from "cli-progress";
import type { Translation } from "./show.ts";
import { printTranslation } from "./show.ts";

export interface StepEvent {
  readonly step: number;
  /** The sum over the batch of the mean loss over all positions. */
  readonly loss_sum: number;
  /** Before clipping. */
  readonly grad_norm: number;
  /** Target tokens, `<eos>` included and padding not. */
  readonly tokens: number;
}

export interface EpochEvent {
  readonly epoch: number;
  readonly loss: number;
  readonly tokens_per_sec: number;
}

/** Who is told how the run goes. */
export interface Reporter {
  start(about: readonly string[], epochs: number, done: number): void;
  step(event: StepEvent): void;
  epoch(event: EpochEvent): void;
  trained(losses: readonly number[]): void;
  translation(translation: Translation): void;
  note(text: string): void;
}

/** One JSON object a line on standard output; what is for people goes to standard error. */
export function jsonReporter(): Reporter {
  const line = (value: object): void => {
    process.stdout.write(`${JSON.stringify(value)}\n`);
  };
  return {
    start() {},
    step: line,
    epoch: line,
    trained() {},
    translation: ({ source, sourceTokens, text, bleu, unknown, weights }) =>
      line({
        sentence: source,
        source_tokens: sourceTokens,
        translation: text,
        bleu,
        unknown,
        attention: weights,
      }),
    note: (text) => process.stderr.write(`${text}\n`),
  };
}

/** A progress bar where there is a terminal, else a line now and then; then the translations. */
export function terminalReporter(): Reporter {
  const live = process.stdout.isTTY === true;
  const bar = new SingleBar({
    format: "{bar} epoch {value}/{total}  loss {loss}  {speed} tokens/s  {left} left",
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 24,
    hideCursor: true,
    gracefulExit: false,
    linewrap: false,
  });
  const say = (text: string): void => {
    process.stdout.write(`${text}\n`);
  };
  let total = 0;
  let first = 0;
  let started = 0;
  return {
    start(about, epochs, done) {
      for (const text of about) say(text);
      total = epochs;
      first = done;
      started = performance.now();
      if (live && done < epochs) bar.start(epochs, done, { loss: "–", speed: "–", left: "–" });
    },
    step() {},
    epoch({ epoch, loss, tokens_per_sec }) {
      const perEpoch = (performance.now() - started) / 1000 / (epoch - first);
      const left = duration((total - epoch) * perEpoch);
      const speed = tokens_per_sec.toFixed(0);
      if (live) bar.update(epoch, { loss: loss.toFixed(4), speed, left });
      else if (epoch === first + 1 || epoch % 25 === 0 || epoch === total) {
        say(`epoch ${epoch}/${total}  loss ${loss.toFixed(6)}  ${speed} tokens/s  ${left} left`);
      }
    },
    trained(losses) {
      if (live) bar.stop();
      if (losses.length > 1)
        say(`loss ${losses[0]!.toFixed(4)} ${sparkline(losses, { width: 40 })} ${losses.at(-1)!.toFixed(4)}`);
      say("");
    },
    translation: (translation) => say(printTranslation(translation, live)),
    note: say,
  };
}

function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
