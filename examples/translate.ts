import { plot } from "@saccade/plot";
import { savePlot } from "@saccade/plot/node";
import { chooseHeads } from "./align/choose-heads.ts";
import { measure } from "./align/evaluate.ts";
import { useBackend, useBackendAgain } from "./backend.ts";
import { untilStopped } from "./progress.ts";
import { parseOptions, type TranslateOptions } from "./translate/options.ts";
import { jsonReporter, type Reporter, terminalReporter } from "./translate/reporter.ts";
import { readSavedRun, resumeSession } from "./translate/resume.ts";
import { createSession, loadWeights, type Session, saveSession, saveWhenDue } from "./translate/session.ts";
import { settingsOf } from "./translate/settings.ts";
import { saveHeatmaps } from "./translate/show.ts";
import { translate } from "./translate/translations.ts";
import { runMain, UsageError } from "./usage.ts";

// Trains an English-French translator (a GRU with additive attention), translates, and shows what it attended to.
await runMain("translate", async () => {
  const options = parseOptions(process.argv.slice(2));
  if (options === null) return 0;
  if (options.init !== undefined && options.resume !== undefined) {
    throw new UsageError("--init starts a new run and --resume continues one; use only one of them.");
  }
  const reporter = options.json ? jsonReporter() : terminalReporter();
  const { session, kernels, warning } = await openSession(options);
  reporter.start(describe(session, kernels));
  if (warning !== null) reporter.note(warning);
  reporter.follow(session.trainer, session.settings.epochs);
  if (options.save !== undefined) saveWhenDue(session, options.save, reporter.note);
  if (!(await trainUntilStopped(session, reporter, options.save))) return 130;
  await finish(session, reporter, options);
  return 0;
});

interface Opened {
  readonly session: Session;
  /** Which kernels, and why. */
  readonly kernels: string;
  readonly warning: string | null;
}

async function openSession(options: TranslateOptions): Promise<Opened> {
  if (options.resume !== undefined) {
    const saved = await readSavedRun(options.resume);
    const { reason, warning } = await useBackendAgain(options.backend, saved.kernels);
    return { session: await resumeSession(saved, options), kernels: reason, warning };
  }
  const kernels = await useBackend(options.backend);
  const session = await createSession(settingsOf(options), options.saveEvery);
  if (options.init !== undefined) await loadWeights(session, options.init);
  return { session, kernels, warning: null };
}

/** Trains; Ctrl-C saves a checkpoint and ends, a second one ends at once. Returns whether training came to its end. */
async function trainUntilStopped(
  session: Session,
  reporter: Reporter,
  save: string | undefined,
): Promise<boolean> {
  // The save is part of it: a signal that is handed on twice must not end it.
  return untilStopped(session, async () => {
    const { reason, step } = await session.trainer.fit();
    if (reason !== "stopped") return true;
    const path = save ?? "translate.checkpoint.safetensors";
    await saveSession(session, path);
    reporter.note(
      `Stopped after step ${step}. Continue with: npx -y pnpm@12.21.0 translate --resume ${path}`,
    );
    return false;
  });
}

async function finish(session: Session, reporter: Reporter, options: TranslateOptions): Promise<void> {
  if (options.save !== undefined) {
    await saveSession(session, options.save);
    reporter.note(`Saved ${options.save}`);
  }
  if (session.grammar !== null) chooseHeads(session.net, session.grammar);
  const translations = translate(session, options.sentences);
  for (const translation of translations) reporter.translation(translation);
  if (options.heatmap !== undefined) {
    const paths = await saveHeatmaps(options.heatmap, translations);
    reporter.note(`Saved attention heatmaps to ${paths.join(", ")}`);
  }
  if (options.plot !== undefined) {
    const { losses } = session.trainer.state;
    const epochs = losses.map((_, i) => i + 1);
    await savePlot(options.plot, (document) =>
      plot({ x: epochs, ys: losses, xlabel: "epoch", ylabel: "loss", title: "Training", document }),
    );
    reporter.note(`Saved the loss curve to ${options.plot}`);
  }
  if (session.grammar !== null) reporter.heldOut(measure(session.net, session.grammar, "test"));
}

function describe({ net, data, settings }: Session, kernels: string): string[] {
  const { grammar } = settings;
  const from = grammar === undefined ? (settings.data ?? "the embedded corpus") : `the grammar, ${grammar}`;
  return [
    `${data.pairs.source.length} sentence pairs from ${from}, e.g. "${data.pairs.source.at(-1)!.join(" ")}" → "${data.pairs.target.at(-1)!.join(" ")}"`,
    `vocabularies ${data.srcVocab.size} / ${data.tgtVocab.size}, ${net.numParameters()} parameters, backend ${kernels}`,
  ];
}
