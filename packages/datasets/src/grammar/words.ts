import { table } from "../rules.ts";
import type { Adjective, Aspect, FrenchVerb, Kind, Noun, Verb } from "./sentence.ts";

// The words of the grammar in its three languages.

// Kind | English | French | gender | Chinese | measure word.
// "child/children" gives the plural where it is not the usual one; "*hibou" marks an aspirated h.
const nounRows = `
person | boy | garçon | m | 男孩 | 个
person | girl | fille | f | 女孩 | 个
person | man/men | homme | m | 男人 | 个
person | woman/women | femme | f | 女人 | 个
person | child/children | enfant | m | 孩子 | 个
person | teacher | professeur | m | 老师 | 位
person | doctor | médecin | m | 医生 | 位
person | farmer | fermier | m | 农民 | 个
person | student | étudiant | m | 学生 | 个
person | nurse | infirmière | f | 护士 | 个
person | singer | chanteuse | f | 歌手 | 个
person | neighbor | voisin | m | 邻居 | 个
person | friend | ami | m | 朋友 | 个
kin | mother | mère | f | 妈妈 | 个
kin | father | père | m | 爸爸 | 个
kin | sister | sœur | f | 姐姐 | 个
kin | brother | frère | m | 哥哥 | 个
kin | grandmother | grand-mère | f | 奶奶 | 个
kin | uncle | oncle | m | 叔叔 | 个
animal | cat | chat | m | 猫 | 只
animal | dog | chien | m | 狗 | 只
animal | bird | oiseau | m | 鸟 | 只
animal | horse | cheval/chevaux | m | 马 | 匹
animal | cow | vache | f | 奶牛 | 头
animal | rabbit | lapin | m | 兔子 | 只
animal | owl | *hibou/hiboux | m | 猫头鹰 | 只
animal | mouse/mice | souris/souris | f | 老鼠 | 只
food | apple | pomme | f | 苹果 | 个
food | orange | orange | f | 橙子 | 个
food | egg | œuf | m | 鸡蛋 | 个
food | cake | gâteau | m | 蛋糕 | 个
food | pear | poire | f | 梨 | 个
meal | bread | pain | m | 面包 |
meal | rice | riz | m | 米饭 |
meal | meat | viande | f | 肉 |
drink | water | eau | f | 水 |
drink | milk | lait | m | 牛奶 |
drink | coffee | café | m | 咖啡 |
drink | tea | thé | m | 茶 |
text | book | livre | m | 书 | 本
text | letter | lettre | f | 信 | 封
text | story/stories | histoire | f | 故事 | 个
text | poem | poème | m | 诗 | 首
clothes | hat | chapeau | m | 帽子 | 顶
clothes | coat | manteau | m | 大衣 | 件
clothes | shirt | chemise | f | 衬衫 | 件
clothes | skirt | jupe | f | 裙子 | 条
thing | key | clé | f | 钥匙 | 把
thing | umbrella | parapluie | m | 雨伞 | 把
thing | cup | tasse | f | 杯子 | 个
thing | bag | sac | m | 包 | 个
thing | ball | ballon | m | 球 | 个
thing | phone | téléphone | m | 手机 | 部
flower | flower | fleur | f | 花 | 朵
vehicle | car | voiture | f | 汽车 | 辆
vehicle | bicycle | vélo | m | 自行车 | 辆
vehicle | boat | bateau | m | 船 | 条
furniture | chair | chaise | f | 椅子 | 把
furniture | table | table | f | 桌子 | 张
furniture | bed | lit | m | 床 | 张
furniture | bench/benches | banc | m | 长椅 | 条
opening | door | porte | f | 门 | 扇
opening | window | fenêtre | f | 窗户 | 扇
opening | box/boxes | boîte | f | 盒子 | 个
building | house | maison | f | 房子 | 座
building | school | école | f | 学校 | 所
building | hotel | hôtel | m | 酒店 | 家
building | library/libraries | bibliothèque | f | 图书馆 | 座
building | church/churches | église | f | 教堂 | 座
building | hospital | hôpital/hôpitaux | m | 医院 | 家
room | kitchen | cuisine | f | 厨房 | 间
outdoors | garden | jardin | m | 花园 | 个
outdoors | park | parc | m | 公园 | 个
outdoors | forest | forêt | f | 森林 | 片
water | river | rivière | f | 河 | 条
water | lake | lac | m | 湖 | 个
`;

function toNoun([kind, en = "", fr = "", gender, zh = "", measure = ""]: readonly string[]): Noun {
  const aspirated = fr.startsWith("*");
  return {
    kind: kind as Kind,
    en: withPlural(en, (word) => `${word}s`),
    fr: withPlural(aspirated ? fr.slice(1) : fr, frenchPlural),
    gender: gender as Noun["gender"],
    aspirated,
    zh,
    measure,
  };
}

function withPlural(word: string, usual: (word: string) => string): readonly [string, string] {
  const [singular = "", plural = usual(singular)] = word.split("/");
  return [singular, plural];
}

/** The usual French plural: "chats", "gâteaux", "gros". */
function frenchPlural(word: string): string {
  if (/[sx]$/.test(word)) return word;
  return word.endsWith("eau") ? `${word}x` : `${word}s`;
}

// English | French masculine | feminine | Chinese | flags | kinds of nouns. Flags: b precedes the French noun, d takes 的 before the Chinese one, p has no predicate, c is a color (是 … 的),
// o only occurs in a separate sentence, t is temporary. "beau/bel" gives the form before a vowel.
const adjectiveRows = `
small | petit | petite | 小 | b | animal building room clothes vehicle furniture thing opening outdoors
big | grand | grande | 大 | b | animal building room vehicle furniture thing opening outdoors food
new | nouveau/nouvel | nouvelle | 新 | bp | building clothes vehicle furniture thing text
old | vieux/vieil | vieille | 老 | b | person animal building
old | vieux/vieil | vieille | 旧 | b | clothes vehicle furniture thing
young | jeune | jeune | 年轻 | bd | person
good | bon | bonne | 好 | b | text
beautiful | beau/bel | belle | 漂亮 | bd | clothes flower building outdoors vehicle
long | long | longue | 长 | b | text
red | rouge | rouge | 红色 | dc | clothes vehicle flower furniture thing
black | noir | noire | 黑色 | dc | animal clothes vehicle thing
white | blanc | blanche | 白色 | dc | animal clothes flower furniture
green | vert | verte | 绿色 | dc | clothes vehicle furniture thing opening
blue | bleu | bleue | 蓝色 | dc | clothes vehicle flower thing opening
yellow | jaune | jaune | 黄色 | dc | clothes flower furniture thing
clean | propre | propre | 干净 | d | clothes building room
dirty | sale | sale | 脏 |  | clothes vehicle thing
heavy | lourd | lourde | 重 | o | furniture thing opening
expensive | cher | chère | 贵 | d | clothes vehicle thing furniture
wonderful | merveilleux | merveilleuse | 精彩 | d | text
quiet | calme | calme | 安静 | d | building outdoors
famous | célèbre | célèbre | 出名 | d | person text building
clever | intelligent | intelligente | 聪明 | d | person animal
rich | riche | riche | 富有 | d | person
lazy | paresseux | paresseuse | 懒 |  | person animal
polite | poli | polie | 礼貌 | do | person
happy | heureux | heureuse | 开心 | dt | person kin
sad | triste | triste | 伤心 | dt | person kin
tired | fatigué | fatiguée | 累 | ot | person kin animal
busy | occupé | occupée | 忙 | ot | person kin
hot | chaud | chaude | 热 |  | meal drink
cold | froid | froide | 冷 |  | drink
fresh | frais | fraîche | 新鲜 | d | food
delicious | délicieux | délicieuse | 好吃 | d | food meal
`;

function toAdjective(row: readonly string[]): Adjective {
  const [en = "", masculine = "", feminine = "", zh = "", flags = "", kinds = ""] = row;
  const [singular = "", beforeVowel = ""] = masculine.split("/");
  return {
    kinds: kinds.split(" ") as Kind[],
    en,
    fr: [singular, feminine, frenchPlural(singular), frenchPlural(feminine)],
    before: flags.includes("b"),
    beforeVowel,
    zh,
    de: flags.includes("d"),
    predicate: flags.includes("p") ? null : flags.includes("c") ? "是" : "很",
    attribute: !flags.includes("o"),
    passing: flags.includes("t"),
  };
}

/** Whether it sounds natural with this noun. */
export function fits({ kinds, zh }: Adjective, noun: Noun): boolean {
  // 老 老师 and 老 老鼠 sound bad, and a child is not old.
  if (zh === "老" && /老|孩/.test(noun.zh)) return false;
  return kinds.includes(noun.kind) && !(zh === "长" && noun.zh === "书");
}

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
const transitive = `
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
`;

const intransitive = `
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
`;

/** The words that sentences are drawn from. */
interface Lexicon {
  /** All nouns, by kind. */
  readonly nouns: readonly Noun[];
  readonly adjectives: readonly Adjective[];
  /** Verbs that take an object. */
  readonly transitiveVerbs: readonly Verb[];
  /** Verbs that take none; `objects` is empty. */
  readonly intransitiveVerbs: readonly Verb[];
}

let read: Lexicon | undefined;

/** The lexicon, read at the first call: most programs draw no sentences. */
export function lexicon(): Lexicon {
  read ??= {
    nouns: table(nounRows).map(toNoun),
    adjectives: table(adjectiveRows).map(toAdjective),
    transitiveVerbs: table(transitive).map(toVerb),
    intransitiveVerbs: table(intransitive).map((row) => ({
      ...toVerb(row),
      objects: [],
      places: toVerb(row).objects,
    })),
  };
  return read;
}

/** "go", which takes a place without a Chinese preposition: 去 学校. */
export const go: Verb = toVerb(
  table("go goes went going | aller vais vas va allons vont allé | 去 | ptfm | building outdoors | e")[0]!,
);

const modal = (en: string, third: string, fr: string, zh: string) => ({ en, third, fr: frenchVerb(fr), zh });

/** The forms of "want to", "can" and "must" before another verb. */
export const modals = {
  want: modal("want", "wants", "vouloir veux veux veut voulons veulent voulu", "想"),
  can: modal("can", "can", "pouvoir peux peux peut pouvons peuvent pu", "能"),
  must: modal("must", "must", "devoir dois dois doit devons doivent dû", "必须"),
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
