class Value {
  grad = 0;
  readonly data: number;
  readonly from: readonly Value[];
  readonly slopes: readonly number[];

  constructor(data: number, from: Value[] = [], slopes: number[] = []) {
    this.data = data;
    this.from = from;
    this.slopes = slopes;
  }

  // #region ops
  exp(): Value {
    const y = Math.exp(this.data);
    return new Value(y, [this], [y]);
  }

  pow(n: number): Value {
    const slope = n * this.data ** (n - 1);
    return new Value(this.data ** n, [this], [slope]);
  }

  relu(): Value {
    const isOn = this.data > 0;
    return new Value(isOn ? this.data : 0, [this], [isOn ? 1 : 0]);
  }
  // #endregion ops
}

const h = 1e-5;
const ops = {
  exp: (x: Value) => x.exp(),
  "pow 3": (x: Value) => x.pow(3),
  "pow -1": (x: Value) => x.pow(-1),
  relu: (x: Value) => x.relu(),
};
for (const [name, op] of Object.entries(ops)) {
  const at = (x: number): number => op(new Value(x)).data;
  const difference = (at(0.7 + h) - at(0.7 - h)) / (2 * h);
  const [slope = 0] = op(new Value(0.7)).slopes;
  console.log(name.padEnd(6), slope.toFixed(6), difference.toFixed(6));
}
