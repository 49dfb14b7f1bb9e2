import { type Kind, type Noun, table } from "./lexicon.ts";

// Kind | English | French | gender | Chinese | measure word.
// "child/children" gives the plural where it is not the usual one; "*hibou" marks an aspirated h.
const rows = table(`
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
`);

/** All nouns, by kind. */
export const nouns: readonly Noun[] = rows.map(([kind, en = "", fr = "", gender, zh = "", measure = ""]) => {
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
});

function withPlural(word: string, usual: (word: string) => string): readonly [string, string] {
  const [singular = "", plural = usual(singular)] = word.split("/");
  return [singular, plural];
}

/** The usual French plural: "chats", "gâteaux", "gros". */
export function frenchPlural(word: string): string {
  if (/[sx]$/.test(word)) return word;
  return word.endsWith("eau") ? `${word}x` : `${word}s`;
}
