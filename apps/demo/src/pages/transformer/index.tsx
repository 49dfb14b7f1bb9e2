import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { PageProps } from "../../app/address.ts";
import { useWords } from "../../app/shell.ts";
import { Challenges, Later } from "../../ui/parts.tsx";
import { Below } from "./below.tsx";
import { Break } from "./break.tsx";
import { Level, Trail } from "./level.tsx";
import { words } from "./messages/index.ts";
import { TransformerModel } from "./model.ts";
import "./page.css";
import { SentenceEditor, Sentences } from "./sentences.tsx";
import { examples, firstSentence } from "./settings.ts";
import { leadOf } from "./texts.ts";

/** A trained encoder and decoder, from the whole down to one number. */
export function Page({ state }: PageProps): JSX.Element {
  const t = useWords(words);
  const model = useMemo(() => new TransformerModel(state), [state]);
  useEffect(() => {
    model.begin().catch((error) => model.tell(error));
    return () => model.end();
  }, [model]);
  return (
    <div class="transformer" data-ready={model.vectors.value === null ? undefined : ""}>
      <h1>{t.title}</h1>
      <p class="lead">{leadOf(t, model.look.value)}</p>
      <SentenceEditor model={model} />
      <p class="problem" role="alert">
        {model.problem}
      </p>
      <section class="inside">
        <div data-figure="">
          <Sentences model={model} />
          <Break model={model} />
        </div>
        <Later>
          <Trail model={model} />
          <Level model={model} />
        </Later>
      </section>
      <Later>
        <Below model={model} />
      </Later>
      <Challenges questions={t.questions} shows={showsOf(model)} />
    </div>
  );
}

/** Sets the page so that the answer of each question can be seen. */
function showsOf(model: TransformerModel): (() => void)[] {
  const { sentence, positions, below, switches, patch, net } = model.settings;
  const begin = (): void => {
    sentence.value = firstSentence;
    positions.value = "on";
    net.value = "free";
    switches.value = [];
    patch.value = null;
    model.go("all");
  };
  return [
    () => {
      begin();
      const state = "off";
      switches.value = [
        { attention: "e2.self", head: 1, state },
        { attention: "d1.cross", head: 1, state },
      ];
    },
    () => {
      begin();
      below.value = "patches";
      patch.value = { site: "e2", position: firstSentence.indexOf("tired") };
    },
    () => {
      sentence.value = examples.followed.split(" ");
      positions.value = "off";
      below.value = "positions";
      model.go("all");
    },
  ];
}
