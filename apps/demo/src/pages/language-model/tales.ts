import { seededRandom } from "@saccade/figures/ui";

type Pick = (list: readonly string[]) => string;

const en = {
  animal: ["fox", "bear", "hen", "mouse", "goat", "crow", "frog", "cat", "dog", "duck"],
  size: ["small", "young", "brave", "quiet", "clever", "hungry"],
  helper: ["owl", "turtle", "horse", "snail", "goose", "sheep"],
  place: ["river", "hill", "mill", "lake", "barn", "forest", "bridge", "garden"],
  thing: ["key", "hat", "ring", "ball", "drum", "lamp", "coin", "book", "bell", "spoon"],
  color: ["red", "blue", "green", "golden", "white", "black"],
  hidden: [
    "under the stone",
    "behind the tree",
    "in the tall grass",
    "beside the old well",
    "below the bush",
  ],
  end: ["was very happy", "danced all the way home", "sang a song", "laughed and ran home"],
};

function taleInEnglish(pick: Pick): string {
  const [animal, helper, thing, hidden] = [en.animal, en.helper, en.thing, en.hidden].map(pick);
  const [size, color, place] = [en.size, en.color, en.place].map(pick);
  const start = pick([
    `One morning a ${size} ${animal} went to the ${place}. It wanted to find its ${color} ${thing}.`,
    `A ${size} ${animal} lived near the ${place}. One day it lost its ${color} ${thing}.`,
    `The ${size} ${animal} sat by the ${place} and was sad. Its ${color} ${thing} was gone.`,
  ]);
  const meeting = pick([
    `It met an old ${helper}. "Have you seen my ${thing}?" asked the ${animal}.`,
    `Then an old ${helper} came by. "Where is my ${thing}?" asked the ${animal}.`,
  ]);
  const advice = pick([
    `"Look ${hidden}," said the ${helper}.`,
    `"I saw a ${thing} ${hidden}," said the ${helper}.`,
  ]);
  return `${start} ${meeting} ${advice} The ${animal} looked ${hidden} and found the ${thing}. It ${pick(en.end)}.`;
}

const zh = {
  animal: ["狐狸", "小熊", "母鸡", "老鼠", "山羊", "乌鸦", "青蛙", "花猫", "小狗", "鸭子"],
  helper: ["猫头鹰", "乌龟", "老马", "蜗牛", "大鹅", "绵羊"],
  place: ["河边", "山上", "磨坊", "湖边", "谷仓", "森林", "桥头", "花园"],
  thing: ["钥匙", "帽子", "戒指", "皮球", "小鼓", "油灯", "硬币", "铃铛"],
  color: ["红色", "蓝色", "绿色", "金色", "白色", "黑色"],
  hidden: ["石头下面", "大树后面", "草丛里", "老井旁边", "灌木底下"],
  end: ["高兴极了", "唱着歌回家了", "笑着跑回了家", "一路跳着舞回家"],
};

function taleInChinese(pick: Pick): string {
  const [animal, helper, thing, hidden] = [zh.animal, zh.helper, zh.thing, zh.hidden].map(pick);
  const [color, place] = [zh.color, zh.place].map(pick);
  const start = pick([
    `一天早上，${animal}来到${place}，想找它那${color}的${thing}。`,
    `${animal}住在${place}。有一天，它那${color}的${thing}不见了。`,
  ]);
  const meeting = pick([
    `它遇见了${helper}。“你见过我的${thing}吗？”${animal}问。`,
    `这时${helper}走了过来。“我的${thing}在哪里？”${animal}问。`,
  ]);
  return `${start}${meeting}“到${hidden}看看。”${helper}说。${animal}在${hidden}找到了${thing}，${pick(zh.end)}。`;
}

/** Short tales, one a line, the same for the same seed. Each names a thing and an animal again and again: there is something to copy. */
export function makeTales(language: "en" | "zh", count: number, seed: number): string {
  const random = seededRandom(seed);
  const pick: Pick = (list) => list[Math.floor(random() * list.length)]!;
  const tale = language === "en" ? taleInEnglish : taleInChinese;
  return `${Array.from({ length: count }, () => tale(pick)).join("\n")}\n`;
}
