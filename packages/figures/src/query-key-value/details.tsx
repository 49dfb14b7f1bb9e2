import type { JSX } from "preact";
import type { FigureProps } from "../index.ts";
import { short, Table } from "../ui/index.ts";
import { features, projections } from "./sentence.ts";
import { words } from "./words.ts";

/** Where Q, K and V come from. */
export function Details({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  return (
    <details>
      <summary>{t.details}</summary>
      <p class="quiet">{t.made}</p>
      <div class="details flow">
        <Table
          caption="X"
          columns={t.features}
          rows={t.sentence}
          cells={(i) => features[i]?.map((x, c) => <td key={c}>{short(x, 0)}</td>)}
        />
        {(["query", "key", "value"] as const).map((one) => (
          <Table
            key={one}
            caption={t.projections[one]}
            rows={t.features}
            cells={(i) => projections[one][i]?.map((x, c) => <td key={c}>{short(x, 1)}</td>)}
          />
        ))}
      </div>
    </details>
  );
}
