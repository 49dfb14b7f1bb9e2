import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import type { TranslatorModel } from "../model.ts";
import type { Message } from "../words/message.ts";
import { words } from "../words/words.ts";

interface MessageLineProps {
  readonly model: TranslatorModel;
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
