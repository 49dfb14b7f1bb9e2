// The same five words, as different people type them.
const typed = [
  "C'est l'été !", // a plain space and apostrophes
  "C\u2019est l\u2019été\u202f!", // curly ones, a narrow space
  "c'est l'e\u0301te\u0301\u00a0!", // accents apart: NFD
  "C'est l'été\u2009!", // a thin space
  "C'EST L'ÉTÉ!", // capitals, and no space at all
];

function words(text: string): string[] {
  return text.split(" ");
}

function clean(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\u00a0\u2009\u202f]/g, " ")
    .replaceAll("\u2019", "'")
    .toLowerCase()
    .replace(/[^ ](?=[,.!?])/g, "$& "); // separate punctuation
}

console.log("raw:  ", new Set(typed.flatMap(words)).size, "words");
const cleaned = typed.map(clean);
console.log("clean:", new Set(cleaned.flatMap(words)).size, "words");
console.log([...new Set(cleaned)].join(" | "));
