// Declared options: their defaults, and the messages for wrong ones.
import { ArgumentError, flag, options, whole } from "@saccade/contract";

const read = options(
  "rows",
  { width: whole(80, { min: 1 }), header: flag() },
  { example: "rows(table, { width: 40 })" },
);

export async function main(): Promise<object> {
  const messages = [{ widht: 40 }, { width: 0 }].map((given) => {
    try {
      return read(given).width;
    } catch (error) {
      return error instanceof ArgumentError ? error.message : "another error";
    }
  });
  return { width: read({ header: true }).width, messages: messages.join(" ") };
}
