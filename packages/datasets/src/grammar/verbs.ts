import { type Aspect, type FrenchVerb, type Kind, table, type Verb } from "./lexicon.ts";

const aspectOf: Readonly<Record<string, Aspect>> = {
  p: "present",
  g: "progressive",
  t: "past",
  f: "future",
  m: "modal",
};

// English | French | Chinese | aspects | kinds that it goes with | flags. English: base, third person, past, -ing. French: infinitive, je, tu, il, nous, ils, participle; a regular verb in -er
// lists only its infinitive. Flags: o object pronouns, g generic objects, a any object when negated, t to and f for
// somebody, e past with "être", n animals do it too.
const transitive = table(`
eat eats ate eating | manger mange manges mange mangeons mangent mangé | 吃 | pgtfm | food meal | an
drink drinks drank drinking | boire bois bois boit buvons boivent bu | 喝 | pgtfm | drink
read reads read reading | lire lis lis lit lisons lisent lu | 读 | pgtfm | text
write writes wrote writing | écrire écris écris écrit écrivons écrivent écrit | 写 | pgtfm | text | at
buy buys bought buying | acheter achète achètes achète achetons achètent acheté | 买 | pgtfm | clothes thing flower vehicle furniture food | af
sell sells sold selling | vendre vends vends vend vendons vendent vendu | 卖 | pgtfm | clothes vehicle flower furniture food
see sees saw seeing | voir vois vois voit voyons voient vu | 看见 | pt | person animal building vehicle thing flower | on
like likes liked liking | aimer | 喜欢 | p | person animal text food meal drink flower clothes | og
know knows knew knowing | connaître connais connais connaît connaissons connaissent connu | 认识 | p | person kin | o
look+for looks looked looking | chercher | 找 | pgtfm | person animal thing clothes building | o
wait+for waits waited waiting | attendre attends attends attend attendons attendent attendu | 等 | pgtfm | person kin | o
help helps helped helping | aider | 帮助 | ptfm | person kin | o
find finds found finding | trouver | 找到 | tf | animal thing clothes text |
lose loses lost losing | perdre perds perds perd perdons perdent perdu | 丢 | t | thing clothes |
wash washes washed washing | laver | 洗 | pgtfm | clothes vehicle |
open opens opened opening | ouvrir ouvre ouvres ouvre ouvrons ouvrent ouvert | 打开 | tfm | opening |
close closes closed closing | fermer | 关上 | tfm | opening |
draw draws drew drawing | dessiner | 画 | pgtfm | animal flower building | a
visit visits visited visiting | visiter | 参观 | tfm | building |
have has had having | avoir ai as a avons ont eu | 有 | p | animal clothes vehicle thing flower | a
give gives gave giving | donner | 给 | tf | flower food text clothes | t
`);

const intransitive = table(`
sleep sleeps slept sleeping | dormir dors dors dort dormons dorment dormi | 睡觉 | pgtfm | building room outdoors | n
work works worked working | travailler | 工作 | pgtfm | building room outdoors
run runs ran running | courir cours cours court courons courent couru | 跑步 | pgtfm | outdoors | n
swim swims swam swimming | nager nage nages nage nageons nagent nagé | 游泳 | pgtfm | water
sing sings sang singing | chanter | 唱歌 | pgtfm | building room outdoors
dance dances danced dancing | danser | 跳舞 | pgtfm | building room outdoors
cry cries cried crying | pleurer | 哭 | pgt | building room outdoors
arrive arrives arrived arriving | arriver | 到 | tf |  | e
leave leaves left leaving | partir pars pars part partons partent parti | 离开 | tfm |  | e
come comes came coming | venir viens viens vient venons viennent venu | 来 | tfm |  | en
`);

/** Verbs that take an object. */
export const transitiveVerbs: readonly Verb[] = transitive.map(toVerb);

/** Verbs that take none; `objects` is empty. */
export const intransitiveVerbs: readonly Verb[] = intransitive.map((row) => ({
  ...toVerb(row),
  objects: [],
  places: toVerb(row).objects,
}));

/** "go", which takes a place without a Chinese preposition: 去 学校. */
export const go: Verb = toVerb(
  table("go goes went going | aller vais vas va allons vont allé | 去 | ptfm | building outdoors | e")[0]!,
);

interface Modal {
  readonly en: string;
  /** The third person. */
  readonly third: string;
  readonly fr: FrenchVerb;
  readonly zh: string;
}

/** The forms of "want to", "can" and "must" before another verb. */
export const modals: Readonly<Record<"want" | "can" | "must", Modal>> = {
  want: {
    en: "want",
    third: "wants",
    fr: frenchVerb("vouloir veux veux veut voulons veulent voulu"),
    zh: "想",
  },
  can: { en: "can", third: "can", fr: frenchVerb("pouvoir peux peux peut pouvons peuvent pu"), zh: "能" },
  must: { en: "must", third: "must", fr: frenchVerb("devoir dois dois doit devons doivent dû"), zh: "必须" },
};

/** "avoir", "être" and "aller" as auxiliaries, and the imperfect of "être" as far as it is needed. */
export const avoir: FrenchVerb = frenchVerb("avoir ai as a avons ont eu");
export const etre: FrenchVerb = frenchVerb("être suis es est sommes sont été");
export const etait: FrenchVerb = frenchVerb("être étais étais était étions étaient été");

function toVerb([en = "", fr = "", zh = "", aspects = "", kinds = "", flags = ""]: readonly string[]): Verb {
  const [first = "", third = "", past = "", ing = ""] = en.split(" ");
  const [base = "", particle = ""] = first.split("+");
  return {
    en: [base, third, past, ing],
    particle,
    fr: frenchVerb(fr, flags.includes("e")),
    zh,
    aspects: [...aspects].map((letter) => aspectOf[letter]!),
    objects: kindsOf(kinds),
    places: [],
    animals: flags.includes("n"),
    pronouns: flags.includes("o"),
    generic: flags.includes("g"),
    anyObject: flags.includes("a"),
    recipient: flags.includes("t") ? "to" : flags.includes("f") ? "for" : null,
  };
}

function kindsOf(words: string): Kind[] {
  return words === "" ? [] : (words.split(" ") as Kind[]);
}

function frenchVerb(forms: string, withEtre = false): FrenchVerb {
  const [infinitive = "", je, tu, il, nous, ils, participle] = forms.split(" ");
  const stem = infinitive.slice(0, -2);
  return {
    infinitive,
    je: je ?? `${stem}e`,
    tu: tu ?? `${stem}es`,
    il: il ?? `${stem}e`,
    nous: nous ?? `${stem}ons`,
    ils: ils ?? `${stem}ent`,
    participle: participle ?? `${stem}é`,
    etre: withEtre,
  };
}
