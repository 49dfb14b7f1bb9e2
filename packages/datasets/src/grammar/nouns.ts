import type { Kind, Noun } from "./lexicon.ts";

type Row = readonly [en: string, fr: string, gender: "m" | "f", zh: string, measure: string];

// "child/children" gives the plural where it is not the usual one; "*hibou" marks an aspirated h.
const rows: Readonly<Record<Kind, readonly Row[]>> = {
  person: [
    ["boy", "garçon", "m", "男孩", "个"],
    ["girl", "fille", "f", "女孩", "个"],
    ["man/men", "homme", "m", "男人", "个"],
    ["woman/women", "femme", "f", "女人", "个"],
    ["child/children", "enfant", "m", "孩子", "个"],
    ["teacher", "professeur", "m", "老师", "位"],
    ["doctor", "médecin", "m", "医生", "位"],
    ["farmer", "fermier", "m", "农民", "个"],
    ["student", "étudiant", "m", "学生", "个"],
    ["nurse", "infirmière", "f", "护士", "个"],
    ["singer", "chanteuse", "f", "歌手", "个"],
    ["neighbor", "voisin", "m", "邻居", "个"],
    ["friend", "ami", "m", "朋友", "个"],
  ],
  kin: [
    ["mother", "mère", "f", "妈妈", "个"],
    ["father", "père", "m", "爸爸", "个"],
    ["sister", "sœur", "f", "姐姐", "个"],
    ["brother", "frère", "m", "哥哥", "个"],
    ["grandmother", "grand-mère", "f", "奶奶", "个"],
    ["uncle", "oncle", "m", "叔叔", "个"],
  ],
  animal: [
    ["cat", "chat", "m", "猫", "只"],
    ["dog", "chien", "m", "狗", "只"],
    ["bird", "oiseau", "m", "鸟", "只"],
    ["horse", "cheval/chevaux", "m", "马", "匹"],
    ["cow", "vache", "f", "奶牛", "头"],
    ["rabbit", "lapin", "m", "兔子", "只"],
    ["owl", "*hibou/hiboux", "m", "猫头鹰", "只"],
    ["mouse/mice", "souris/souris", "f", "老鼠", "只"],
  ],
  food: [
    ["apple", "pomme", "f", "苹果", "个"],
    ["orange", "orange", "f", "橙子", "个"],
    ["egg", "œuf", "m", "鸡蛋", "个"],
    ["cake", "gâteau", "m", "蛋糕", "个"],
    ["pear", "poire", "f", "梨", "个"],
  ],
  meal: [
    ["bread", "pain", "m", "面包", ""],
    ["rice", "riz", "m", "米饭", ""],
    ["meat", "viande", "f", "肉", ""],
  ],
  drink: [
    ["water", "eau", "f", "水", ""],
    ["milk", "lait", "m", "牛奶", ""],
    ["coffee", "café", "m", "咖啡", ""],
    ["tea", "thé", "m", "茶", ""],
  ],
  text: [
    ["book", "livre", "m", "书", "本"],
    ["letter", "lettre", "f", "信", "封"],
    ["story/stories", "histoire", "f", "故事", "个"],
    ["poem", "poème", "m", "诗", "首"],
  ],
  clothes: [
    ["hat", "chapeau", "m", "帽子", "顶"],
    ["coat", "manteau", "m", "大衣", "件"],
    ["shirt", "chemise", "f", "衬衫", "件"],
    ["skirt", "jupe", "f", "裙子", "条"],
  ],
  thing: [
    ["key", "clé", "f", "钥匙", "把"],
    ["umbrella", "parapluie", "m", "雨伞", "把"],
    ["cup", "tasse", "f", "杯子", "个"],
    ["bag", "sac", "m", "包", "个"],
    ["ball", "ballon", "m", "球", "个"],
    ["phone", "téléphone", "m", "手机", "部"],
  ],
  flower: [["flower", "fleur", "f", "花", "朵"]],
  vehicle: [
    ["car", "voiture", "f", "汽车", "辆"],
    ["bicycle", "vélo", "m", "自行车", "辆"],
    ["boat", "bateau", "m", "船", "条"],
  ],
  furniture: [
    ["chair", "chaise", "f", "椅子", "把"],
    ["table", "table", "f", "桌子", "张"],
    ["bed", "lit", "m", "床", "张"],
    ["bench/benches", "banc", "m", "长椅", "条"],
  ],
  opening: [
    ["door", "porte", "f", "门", "扇"],
    ["window", "fenêtre", "f", "窗户", "扇"],
    ["box/boxes", "boîte", "f", "盒子", "个"],
  ],
  building: [
    ["house", "maison", "f", "房子", "座"],
    ["school", "école", "f", "学校", "所"],
    ["hotel", "hôtel", "m", "酒店", "家"],
    ["library/libraries", "bibliothèque", "f", "图书馆", "座"],
    ["church/churches", "église", "f", "教堂", "座"],
    ["hospital", "hôpital/hôpitaux", "m", "医院", "家"],
  ],
  room: [["kitchen", "cuisine", "f", "厨房", "间"]],
  outdoors: [
    ["garden", "jardin", "m", "花园", "个"],
    ["park", "parc", "m", "公园", "个"],
    ["forest", "forêt", "f", "森林", "片"],
  ],
  water: [
    ["river", "rivière", "f", "河", "条"],
    ["lake", "lac", "m", "湖", "个"],
  ],
};

/** All nouns, by kind. */
export const nouns: readonly Noun[] = Object.entries(rows).flatMap(([kind, list]) =>
  list.map((row) => toNoun(kind as Kind, row)),
);

function toNoun(kind: Kind, [en, fr, gender, zh, measure]: Row): Noun {
  const aspirated = fr.startsWith("*");
  return {
    kind,
    en: withPlural(en, (word) => `${word}s`),
    fr: withPlural(aspirated ? fr.slice(1) : fr, frenchPlural),
    gender,
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
export function frenchPlural(word: string): string {
  if (/[sx]$/.test(word)) return word;
  return word.endsWith("eau") ? `${word}x` : `${word}s`;
}
