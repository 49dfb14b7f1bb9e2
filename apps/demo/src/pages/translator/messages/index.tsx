import { type Signal, signal } from "@preact/signals";
import { dictionary } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import { reasonOf } from "../../../work/reason-of.ts";
import en from "./en.json" with { type: "json" };

/** The page's texts. */
export const words = dictionary(en, () => import("./zh.json"));
export type Texts = (typeof words)["en"];

/** A line for the reader, in the reader's language. */
export interface Message {
  /** The part of the page that the message belongs to. */
  readonly place: "training" | "film" | "files";
  readonly text: (t: Texts) => string;
  readonly isError: boolean;
}

/** The last message. */
export class Messages {
  readonly last: Signal<Message | null> = signal(null);

  say(place: Message["place"], text: Message["text"], isError: boolean = false): void {
    this.last.value = { place, text, isError };
  }

  tell(error: unknown): void {
    this.say("training", reasonIn(error), true);
  }

  clear(): void {
    this.last.value = null;
  }
}

/** Messages in the reader's language. */
export class Refused extends Error {
  readonly text: Message["text"];

  constructor(text: Message["text"], cause?: unknown) {
    super("refused", { cause });
    this.text = text;
  }
}

/** Why something failed, in the reader's language where the page knows it. */
export function reasonIn(error: unknown): Message["text"] {
  return error instanceof Refused ? error.text : () => reasonOf(error);
}

interface MessageLineProps {
  readonly model: { readonly messages: Messages };
  readonly place: Message["place"];
}

/** The last message, beside the buttons that it concerns. */
export function MessageLine({ model, place }: MessageLineProps): JSX.Element {
  const t = useWords(words);
  const { value } = model.messages.last;
  const message = value?.place === place ? value : null;
  return (
    <p class={message?.isError ? "problem" : "done"} role="status">
      {message?.text(t) ?? ""}
    </p>
  );
}
