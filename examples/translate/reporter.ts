import type { Seq2SeqBatch } from "@saccade/models";
import { sparkline } from "@saccade/plot";
import type { EpochEvent, Trainer } from "@saccade/train";
import type { Measures } from "../align/evaluate.ts";
import { duration, progressBar } from "../progress.ts";
import type { Translation } from "./show.ts";
import { printTranslation } from "./show.ts";

/** Who is told how the run goes. */
export interface Reporter {
  start(about: readonly string[]): void;
  /** Tells of a training of up to `epochs` epochs, from its events. */
  follow(trainer: Trainer<Seq2SeqBatch>, epochs: number): void;
  translation(translation: Translation): void;
  /** Tells how well held-out pairs are aligned and translated. */
  heldOut(measures: Measures): void;
  note(text: string): void;
}

/** One JSON object a line on standard output; what is for people goes to standard error. */
export function jsonReporter(): Reporter {
  const line = (value: object): void => {
    process.stdout.write(`${JSON.stringify(value)}\n`);
  };
  return {
    start() {},
    follow(trainer) {
      trainer.on("step", ({ step, loss, gradNorm, metrics: { tokens } }) =>
        line({ step, loss_sum: loss, grad_norm: gradNorm, tokens }),
      );
      trainer.on("epoch", (event) =>
        line({ epoch: event.epoch, loss: event.loss, tokens_per_sec: tokensPerSecond(event) }),
      );
    },
    translation: ({ source, sourceTokens, text, bleu, unknown, weights }) =>
      line({
        sentence: source,
        source_tokens: sourceTokens,
        translation: text,
        bleu,
        unknown,
        attention: weights,
      }),
    heldOut: ({ aer, contentWeight, bleu }) => line({ aer, content_weight: contentWeight, bleu }),
    note: (text) => process.stderr.write(`${text}\n`),
  };
}

function tokensPerSecond({ sums: { tokens = 0 }, seconds }: EpochEvent): number {
  return tokens / seconds;
}

/** A progress bar where there is a terminal, else a line now and then; then the translations. */
export function terminalReporter(): Reporter {
  const live = process.stdout.isTTY === true;
  const bar = progressBar(process.stderr);
  const say = (text: string): void => {
    process.stdout.write(`${text}\n`);
  };
  return {
    start(about) {
      for (const text of about) say(text);
    },
    follow(trainer, total) {
      let first = 0;
      let started = 0;
      trainer.on("start", ({ epoch }) => {
        first = epoch;
        started = performance.now();
        if (live && epoch < total) bar.show(epoch, total, `epoch ${epoch}/${total}`);
      });
      trainer.on("epoch", (event) => {
        const { epoch, loss } = event;
        const perEpoch = (performance.now() - started) / 1000 / (epoch - first);
        const left = duration((total - epoch) * perEpoch);
        const speed = tokensPerSecond(event).toFixed(0);
        const text = (digits: number): string =>
          `epoch ${epoch}/${total}  loss ${loss.toFixed(digits)}  ${speed} tokens/s  ${left} left`;
        if (live) bar.show(epoch, total, text(4));
        else if (epoch === first + 1 || epoch % 25 === 0 || epoch === total) say(text(6));
      });
      const ended = (): void => {
        if (live) bar.end();
        const { losses } = trainer.state;
        if (losses.length > 1)
          say(
            `loss ${losses[0]!.toFixed(4)} ${sparkline(losses, { width: 40 })} ${losses.at(-1)!.toFixed(4)}`,
          );
        say("");
      };
      for (const type of ["done", "stop", "diverged", "error"] as const) trainer.on(type, ended);
    },
    translation: (translation) => say(printTranslation(translation, live)),
    heldOut: ({ aer, contentWeight, bleu }) =>
      say(
        `Held-out pairs: alignment error rate ${aer.toFixed(3)}, content weight ${contentWeight.toFixed(3)}, BLEU ${bleu.toFixed(3)}`,
      ),
    note: say,
  };
}
