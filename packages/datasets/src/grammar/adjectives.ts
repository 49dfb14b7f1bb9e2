import { type Adjective, type Kind, type Noun, table } from "./lexicon.ts";
import { frenchPlural } from "./nouns.ts";

// English | French masculine | feminine | Chinese | flags | kinds of nouns. Flags: b precedes the French noun, d takes 的 before the Chinese one, p has no predicate, c is a color (是 … 的),
// o only occurs in a separate sentence, t is temporary. "beau/bel" gives the form before a vowel.
const rows = table(`
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
`);

/** All adjectives. */
export const adjectives: readonly Adjective[] = rows.map((row) => {
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
});

/** Whether it sounds natural with this noun. */
export function fits({ kinds, zh }: Adjective, noun: Noun): boolean {
  // 老 老师 and 老 老鼠 sound bad, and a child is not old.
  if (zh === "老" && /老|孩/.test(noun.zh)) return false;
  return kinds.includes(noun.kind) && !(zh === "长" && noun.zh === "书");
}
