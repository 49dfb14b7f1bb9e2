import { useSignal } from "@preact/signals";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { ArrowTip, Chart, draggedTo, Note, Slider, short, useFrame } from "../ui/index.ts";
import { placeOf } from "../word-map/words.ts";
import "./two-arrows.css";
import type en from "./en.json";

const word = "cat";
const others = ["horse", "boy", "red", "river", "tired", "they"];
const [wx, wy] = placeOf(word);
const reach = 1.15; // of the axes, both ways
const longest = 1.2;

/** The dot product of a word's arrow and one that the reader turns. */
export function Figure({ t }: FigureProps<typeof en>) {
  const angle = useSignal(60); // degrees
  const length = useSignal(0.8);
  const radians = (angle.value * Math.PI) / 180;
  const [x, y] = [length.value * Math.cos(radians), length.value * Math.sin(radians)];
  const product = wx * x + wy * y;
  const likeness = product / (Math.hypot(wx, wy) * length.value);
  const kind = Math.abs(likeness) < 0.2 ? "across" : likeness > 0 ? "same" : "against";
  const say = (value: number): string => short(value, 2);
  const [left, right] = [Math.max(0, -product), Math.max(0, product)]; // of the bar, from the middle
  return (
    <figure class="fig-two-arrows" data-done="true">
      <p class="headline">{t.headline}</p>
      <div class="panels">
        <Chart
          x={[-reach, reach]}
          y={[-reach, reach]}
          margin={[0, 0, 0, 0]}
          height={290}
          initial={290}
          label={fill(t.label, { word, wx: say(wx), wy: say(wy), x: say(x), y: say(y) })}
        >
          <defs>
            <ArrowTip id="two-arrows-word" name="fill blue" />
            <ArrowTip id="two-arrows-own" name="fill orange" />
          </defs>
          {others.map((other) => {
            const [ox, oy] = placeOf(other);
            return (
              <Note key={other} x={ox} y={oy} dy={4} anchor="middle">
                {other}
              </Note>
            );
          })}
          <Arrow x={wx} y={wy} tip="word" name="blue" text={word} />
          <Arrow x={x} y={y} tip="own" name="orange" text={t.yours} />
          <Ground
            turn={(toX, toY) => {
              angle.value = Math.round((Math.atan2(toY, toX) * 180) / Math.PI + 360) % 360;
              length.value = Math.min(longest, Math.max(0.1, Math.round(20 * Math.hypot(toX, toY)) / 20));
            }}
          />
        </Chart>
        <div>
          <p class="quiet">{t.product}</p>
          <p class="sum number">
            <span class="way orange">{say(x)}</span> × <span class="way blue">{say(wx)}</span> +{" "}
            <span class="way orange">{say(y)}</span> × <span class="way blue">{say(wy)}</span> ={" "}
            <strong>{say(product)}</strong>
          </p>
          <div class="scale" aria-hidden="true">
            <span class="bar orange" style={{ "--left": left, "--right": right }} />
          </div>
          <p class="says" role="status">
            {fill(t.says, { kind })}
          </p>
          <Slider
            label={t.direction}
            value={angle}
            min={0}
            max={359}
            step={1}
            show={(value) => fill(t.degrees, { angle: value })}
          />
          <Slider label={t.length} value={length} min={0.1} max={longest} step={0.05} digits={2} />
        </div>
      </div>
      <figcaption>{t.caption}</figcaption>
    </figure>
  );
}

interface ArrowProps {
  readonly x: number;
  readonly y: number;
  readonly tip: string;
  readonly name: string;
  readonly text: string;
}

/** An arrow from the middle, with its name at its end. */
function Arrow({ x, y, tip, name, text }: ArrowProps) {
  const frame = useFrame();
  const [midX, midY, endX, endY] = [frame.x.at(0), frame.y.at(0), frame.x.at(x), frame.y.at(y)];
  return (
    <g class={name}>
      <path
        class="curve arrow"
        d={`M${midX} ${midY}L${endX} ${endY}`}
        marker-end={`url(#two-arrows-${tip})`}
      />
      <text class="way halo" x={endX} y={endY + (y < 0 ? 18 : -10)} text-anchor="middle">
        {text}
      </text>
    </g>
  );
}

/** What is dragged: anywhere in the drawing, the reader's arrow points there. */
function Ground({ turn }: { readonly turn: (x: number, y: number) => void }) {
  const { x, y, right, bottom } = useFrame();
  return (
    <rect
      class="ground"
      width={right}
      height={bottom}
      {...draggedTo((across, down) => turn(x.value(across), y.value(down)))}
    />
  );
}
