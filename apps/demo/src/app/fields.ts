/** How one setting is written into the address. */
export interface Field<T> {
  /** undefined for text that is not a value of this field. */
  parse(text: string): T | undefined;
  format(value: T): string;
}

/** Numbers from min to max, in the address with at most `digits` after the point. */
export function decimal(min: number, max: number, digits: number = 4): Field<number> {
  return {
    parse(text) {
      const value = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
    format: (value) => String(Number(value.toFixed(digits))),
  };
}

/** Whole numbers from min to max. */
export function whole(min: number, max: number): Field<number> {
  const number = decimal(min, max, 0);
  return {
    parse(text) {
      const value = number.parse(text);
      return Number.isInteger(value) ? value : undefined;
    },
    format: number.format,
  };
}

/** Text of a form, or of at most so many characters. */
export function text(form: RegExp | number): Field<string> {
  const fits = (given: string): boolean =>
    typeof form === "number" ? given.length <= form : form.test(given);
  return { parse: (given) => (fits(given) ? given : undefined), format: (value) => value };
}

/** One of some names. */
export function oneOf<T extends string>(names: readonly T[]): Field<T> {
  return { parse: (text) => names.find((name) => name === text), format: (value) => value };
}

/** Yes or no, as 1 or 0. */
export const flag: Field<boolean> = {
  parse: (text) => (text === "1" ? true : text === "0" ? false : undefined),
  format: (value) => (value ? "1" : "0"),
};

/** Up to `most` values with commas between; one that cannot be read spoils the list. */
export function list<T>(field: Field<T>, most: number): Field<readonly T[]> {
  return {
    parse(text) {
      if (text === "") return [];
      const parts = text.split(",");
      if (parts.length > most) return undefined;
      const values: T[] = [];
      for (const part of parts) {
        const value = field.parse(part);
        if (value === undefined) return undefined;
        values.push(value);
      }
      return values;
    },
    format: (values) => values.map((value) => field.format(value)).join(","),
  };
}
