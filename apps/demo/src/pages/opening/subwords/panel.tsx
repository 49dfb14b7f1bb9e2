import { useSignal } from "@preact/signals";
import { fill, grouped, wholePercent as percent } from "@saccade/figures/messages";
import { OfflineCopy } from "@saccade/offline/keep";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useWords } from "../../../app/shell.ts";
import { shortened } from "../../../ui/own-sentence.tsx";
import { Button } from "../../../ui/parts.tsx";
import type { OpeningModel } from "../model.ts";
import about from "./about.gen.json" with { type: "json" };
import type { Answer } from "./answer.ts";
import { Larger } from "./larger.ts";
import { words } from "./messages/index.ts";

const mb = (bytes: number): string => (bytes / 1e6).toFixed(1);
const size = mb(about.bytes);

/** The larger model: on its way, or what it says of the reader's sentence. */
export function Panel({ model }: { readonly model: OpeningModel }): JSX.Element {
  const t = useWords(words);
  if (model.language.value === "zh")
    return (
      <p class="callout">
        {t.onlyFrench} <Button text={t.toFrench} onClick={() => (model.language.value = "fr")} />
      </p>
    );
  return <ForFrench model={model} />;
}

function ForFrench({ model }: { readonly model: OpeningModel }): JSX.Element {
  const t = useWords(words);
  const larger = useMemo(() => model.larger.peek() ?? new Larger(model), [model]);
  useEffect(() => {
    model.larger.value = larger;
    return larger.follow();
  }, [larger]);
  const loading = larger.loading.value;
  switch (loading.kind) {
    case "offered":
      return (
        <p class="callout">
          {fill(t.offer, { size })} <Button text={t.load} onClick={() => larger.load()} />
        </p>
      );
    case "loading":
      return (
        <p class="callout">
          {fill(t.offer, { size })}
          <progress value={loading.bytes / about.bytes} aria-label={fill(t.loading, { done: "", size })} />
          <span class="quiet">{fill(t.loading, { done: mb(loading.bytes), size })}</span>{" "}
          <Button text={t.cancel} onClick={() => larger.cancel()} />
        </p>
      );
    case "failed":
      return (
        <p class="callout warn" role="status">
          {fill(t.failed, { reason: loading.reason })} <Button text={t.retry} onClick={() => larger.load()} />
        </p>
      );
    case "starting":
      return <p role="status">{t.starting}</p>;
    case "ready":
      return (
        <div role="status">
          {model.answer.value === null ? (
            <p>{t.reading}</p>
          ) : (
            <Said model={model} answer={model.answer.value} />
          )}
        </div>
      );
  }
}

/** The translation as it is printed, or why there is none, and what to try. */
function Said({ model, answer }: { readonly model: OpeningModel; readonly answer: Answer }): JSX.Element {
  const t = useWords(words);
  const { text, certainty, isSure, refusal, nearest, count, most } = answer;
  const said = certainty === null ? "" : percent(Math.min(certainty, 0.99)); // nothing is certain
  if (refusal !== null)
    return (
      <div class="callout warn chips">
        <p>
          {fill(t[refusal.reason], {
            words: refusal.words.map((word) => `“${shortened(word)}”`).join(t.comma),
            none: refusal.words.length === 0,
            certainty: said,
            count,
            most,
          })}
        </p>
        <p lang="en">
          {nearest.map((sentence) => (
            <Button key={sentence} text={sentence} onClick={() => model.write(sentence)} />
          ))}
        </p>
      </div>
    );
  return (
    <>
      <p>
        <strong lang="fr">{text}</strong>{" "}
        <span class="quiet">{fill(isSure ? t.sure : t.doubt, { certainty: said })}</span>
      </p>
      <p class="quiet">
        {fill(t.about, {
          ...{ parameters: grouped(about.parameters), pairs: grouped(about.pairs), credit: about.credit },
          bleu: about.bleu.toFixed(2),
        })}{" "}
        <Keep />
      </p>
    </>
  );
}

/** Stores the larger model, with its page, once the reader says so. */
function Keep(): JSX.Element {
  const t = useWords(words);
  const copy = useMemo(() => new OfflineCopy(new URL("./sw.js", document.baseURI)), []);
  const state = useSignal<"absent" | "keeping" | "kept" | "notKept">("absent");
  useEffect(() => {
    copy.pages().then((pages) => {
      if (pages.has("larger-translator")) state.value = "kept";
    });
  }, []);
  const keep = async (): Promise<void> => {
    state.value = "keeping";
    state.value = (await copy.keep(["opening", "larger-translator"])) ? "kept" : "notKept";
  };
  const offers = state.value === "absent" || state.value === "notKept";
  return (
    <>
      {state.value !== "absent" && t[state.value]}{" "}
      {offers && <Button text={fill(t.keep, { size })} onClick={keep} />}
    </>
  );
}
