import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import type { TranslatorModel } from "../model.ts";
import { words } from "../words/words.ts";

/** Of a link that shares a run: what it asks for, whether this browser computes the same, and whether it has. */
export function SharedRunNote({ model }: { readonly model: TranslatorModel }): JSX.Element | null {
  const t = useWords(words);
  const { settings, shared } = model;
  const { kernels, seed, lr, epochs } = settings;
  if (kernels.value === "") return null;
  const fit = shared.fit.value;
  const reached = shared.reached.value;
  const isWaiting = reached === null && model.session.shipped.value && model.training.status.value === "idle";
  return (
    <div class="shared" role="status">
      <p>
        {t.sharedRun(seed.value, lr.value, epochs.value)} {isWaiting && `${t.pressStart} `}
        {fit !== null && <strong>{t.fits[fit](kernels.value, shared.ownKernels)}</strong>}{" "}
        {reached !== null &&
          (reached.asked === reached.own
            ? t.reproduced(reached.own.toPrecision(6))
            : t.notReproduced(reached.own.toPrecision(6), reached.asked.toPrecision(6)))}
      </p>
      <button type="button" onClick={() => shared.forget()}>
        {t.forgetLink}
      </button>
    </div>
  );
}
