// #region value
class Value {
  grad = 0;
  readonly data: number;
  readonly from: readonly Value[];
  readonly slopes: readonly number[]; // of data by each of these

  constructor(data: number, from: Value[] = [], slopes: number[] = []) {
    this.data = data;
    this.from = from;
    this.slopes = slopes;
  }

  add(other: Value): Value {
    return new Value(this.data + other.data, [this, other], [1, 1]);
  }

  mul(other: Value): Value {
    const slopes = [other.data, this.data];
    return new Value(this.data * other.data, [this, other], slopes);
  }

  tanh(): Value {
    const y = Math.tanh(this.data);
    return new Value(y, [this], [1 - y ** 2]);
  }
  // #endregion value

  // #region backward
  backward(): void {
    const order = inOrder(this);
    for (const value of order) value.grad = 0;
    this.grad = 1;
    for (const value of order.reverse()) {
      for (const [i, input] of value.from.entries()) {
        input.grad += value.slopes[i]! * value.grad;
      }
    }
  }
}

/** Every value after all that it is made of. */
function inOrder(last: Value): Value[] {
  const order = new Set<Value>();
  const visit = (value: Value): void => {
    if (order.has(value)) return;
    for (const input of value.from) visit(input);
    order.add(value);
  };
  visit(last);
  return [...order];
}
// #endregion backward

// #region use
function expression(a: Value, b: Value, c: Value): Value {
  return a.mul(b).add(c).tanh().mul(a); // tanh(a · b + c) · a
}
const at = [1, -0.5, 0.8];
const [a, b, c] = at.map((x) => new Value(x));
const y = expression(a!, b!, c!);
y.backward();
// #endregion use

// #region check
/** How much y changes by each input: both sides of a small step. */
function differences(h: number): number[] {
  return at.map((_, i) => {
    const [above, below] = [h, -h].map((step) => {
      const moved = at.map((x, j) => (j === i ? x + step : x));
      const [a, b, c] = moved.map((x) => new Value(x));
      return expression(a!, b!, c!).data;
    });
    return (above! - below!) / (2 * h);
  });
}
// #endregion check

function row(numbers: readonly number[]): string {
  return numbers.map((x) => x.toFixed(6).padStart(9)).join(" ");
}
console.log("y                ", row([y.data]));
console.log("                         a         b         c");
console.log("backward         ", row([a!.grad, b!.grad, c!.grad]));
console.log("small differences", row(differences(1e-5)));
