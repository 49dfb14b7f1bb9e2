import type { ComponentChildren, JSX } from "preact";
import { fill } from "../messages.ts";
import { brief, short, Table } from "../ui/index.ts";
import { type Stage, size } from "./tiles.ts";
import type { Words } from "./words.ts";

interface TablesProps {
  readonly t: Words;
  readonly stage: Stage;
  readonly block: number;
  readonly tile: number;
  /** The followed query, a row of the block. */
  readonly row: number;
}

const places = Array.from({ length: size }, (_, i) => i);

/** The tile's scores with the values below them, and what each query keeps. */
export function Tables(props: TablesProps): JSX.Element {
  return (
    <div class="tables flow">
      <Scores {...props} />
      <Kept {...props} />
    </div>
  );
}

function Scores({ t, stage, block, tile, row }: TablesProps): JSX.Element {
  return (
    <Table
      class="scores"
      caption={t.scores}
      columns={places.map((j) => subscript("k", tile * size + j + 1))}
      rows={[
        ...stage.scores.map((_, i) => subscript("q", block * size + i + 1)),
        ...[1, 2].map((component) => fill(t.value, { component })),
      ]}
      rowProps={(i) => ({ class: i === row ? "followed" : i < stage.scores.length ? "" : "values" })}
      cells={(i) =>
        stage.scores[i]?.map((score, j) => (
          <td
            key={j}
            class={score === stage.after[i]!.m ? "largest" : score === -Infinity ? "masked" : ""}
            style={{ "--power": stage.powers[i]![j] }}
          >
            {score === Number.NEGATIVE_INFINITY ? "−∞" : short(score)}
          </td>
        )) ?? stage.values.map((value, j) => <td key={j}>{brief(value[i - stage.scores.length]!)}</td>)
      }
    />
  );
}

function Kept({ t, stage, block, row }: TablesProps): JSX.Element {
  return (
    <Table
      class="kept"
      caption={t.kept}
      columns={["m", "l", ...[1, 2].map((component) => [subscript("o", component), " / l"])]}
      rows={stage.after.map((_, i) => subscript("q", block * size + i + 1))}
      rowProps={(i) => ({ class: i === row ? "followed" : "" })}
      cells={(i) => {
        const { m, l, o } = stage.after[i]!;
        return (
          <>
            <td class={stage.shrink[i]! < 1 ? "larger" : ""}>{short(m)}</td>
            <td>{short(l, 3)}</td>
            {o.map((value, component) => (
              <td key={component}>{short(value / l, 3)}</td>
            ))}
          </>
        );
      }}
    />
  );
}

/** The update of one query with its numbers. */
export function Update({ t, stage, row }: Pick<TablesProps, "t" | "stage" | "row">): JSX.Element {
  const [before, after] = [stage.before[row]!, stage.after[row]!];
  const powers = stage.powers[row]!;
  const exact = (x: number): string => short(x, 3);
  const signed = (x: number): string => (x < 0 ? `(${exact(x)})` : exact(x));
  const first = before.m === Number.NEGATIVE_INFINITY;
  const factor = exact(stage.shrink[row]!);
  return (
    <dl class="update number" aria-label={t.update}>
      <dt>{t.largest}</dt>
      <dd>
        m′ = max({first ? "−∞" : short(before.m)}; {stage.scores[row]!.map((s) => short(s)).join("; ")}) ={" "}
        <strong>{short(after.m)}</strong>
      </dd>
      <dt>{t.factor}</dt>
      <dd>
        e<sup>m − m′</sup> = e<sup>{first ? "−∞" : short(before.m - after.m)}</sup> ={" "}
        <strong>{factor}</strong>
      </dd>
      <dt>{t.powers}</dt>
      <dd>
        e<sup>s − m′</sup> = <strong>{powers.map(exact).join("; ")}</strong>
      </dd>
      <dt>{t.sum}</dt>
      <dd>
        l′ = <Term>{`${exact(before.l)} × ${factor}`}</Term> + {powers.map(exact).join(" + ")} ={" "}
        <strong>{exact(after.l)}</strong>
      </dd>
      {[0, 1].map((component) => (
        <Output key={component} name={fill(t.output, { component: component + 1 })}>
          o′ = <Term>{`${signed(before.o[component]!)} × ${factor}`}</Term>
          {powers.map((p, j) => (
            <span key={j}>
              {" + "}
              <Term>{`${exact(p)} × ${bracketed(stage.values[j]![component]!)}`}</Term>
            </span>
          ))}{" "}
          = <strong>{exact(after.o[component]!)}</strong>
        </Output>
      ))}
    </dl>
  );
}

function Output(props: { readonly name: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </>
  );
}

/** A product, which stays on one line. */
function Term({ children }: { readonly children: string }): JSX.Element {
  return <span class="term">{children}</span>;
}

function bracketed(value: number): string {
  return value < 0 ? `(${brief(value)})` : brief(value);
}

function subscript(name: string, place: number): JSX.Element {
  return (
    <>
      {name}
      <sub>{place}</sub>
    </>
  );
}
