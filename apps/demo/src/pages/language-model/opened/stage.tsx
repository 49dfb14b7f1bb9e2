import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import { CacheView } from "../cache-view.tsx";
import { HeadsView } from "../heads-view.tsx";
import { NextToken } from "../next-token.tsx";
import { TextBox } from "../text-box.tsx";
import { CompareView } from "./compare-view.tsx";
import { DropZone } from "./drop-zone.tsx";
import { FactsView } from "./facts-view.tsx";
import { MaskView } from "./mask-view.tsx";
import type { Open, Opened } from "./opened.ts";
import { TuningPanel } from "./tuning-panel.tsx";
import "./opened.css";
import { openedWords } from "./words.ts";

/** A checkpoint of the reader: opened, looked at, fine-tuned. */
export function OpenedStage({ opened }: { readonly opened: Opened }): JSX.Element {
  const open = opened.model.value;
  return open === null ? <Invitation opened={opened} /> : <Model opened={opened} open={open} />;
}

function Invitation({ opened }: { readonly opened: Opened }): JSX.Element {
  const t = useWords(openedWords);
  return (
    <div class="invitation">
      <section>
        <h2>{t.open}</h2>
        <p>{t.openText}</p>
        <DropZone opened={opened} label={t.choose}>
          <p>{t.needed}</p>
          <dl>
            {t.neededFiles.map(([file, what]) => (
              <div key={file}>
                <dt>
                  <code>{file}</code>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </DropZone>
      </section>
      <section>
        <h2>{t.usesTitle}</h2>
        <ol>
          {t.uses.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function Model({ opened, open }: { readonly opened: Opened; readonly open: Open }): JSX.Element {
  const t = useWords(openedWords);
  const { reader, masked, tuning, facts } = open;
  return (
    <>
      <div class="stage opened" data-model={facts.modelType}>
        <section class="writing">
          {reader !== null && <TextBox reader={reader} />}
          {reader !== null && <NextToken reader={reader} />}
          {masked !== null && <MaskView reader={masked} vocabSize={facts.vocabSize} />}
        </section>
        <div>
          <DropZone opened={opened} label={t.another}>
            <FactsView open={open} />
          </DropZone>
          <TuningPanel
            tuning={tuning}
            facts={facts}
            waits={masked !== null && masked.mask.value.mask === null ? t.tuneNeedsMask : ""}
          />
        </div>
      </div>
      <CompareView tuning={tuning} />
      {reader !== null && <CacheView reader={reader} />}
      {reader !== null && <HeadsView source={reader} />}
      {masked !== null && <HeadsView source={masked} />}
    </>
  );
}
