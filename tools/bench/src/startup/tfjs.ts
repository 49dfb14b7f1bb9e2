import { loadTfjs } from "../libraries/tfjs.ts";
import { left, right, size } from "../startup-operands.ts";

const { tf } = await loadTfjs();
const product = tf.matMul(tf.tensor2d(left, [size, size]), tf.tensor2d(right, [size, size]));
console.log(product.dataSync()[1]);
