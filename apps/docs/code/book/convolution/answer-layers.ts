// A stack of L convolutions k wide sees 1 + L (k − 1) pixels in a row;
// with stride 2 the step doubles at each layer.
for (const size of [16, 224]) {
  for (const kernel of [3, 7]) {
    const layers = Math.ceil((size - 1) / (kernel - 1));
    let [strided, seen, step] = [0, 1, 1];
    while (seen < size) {
      seen += (kernel - 1) * step;
      step *= 2;
      strided++;
    }
    console.log(
      `${size} pixels, kernel ${kernel}: ${layers} layers, with ` +
        `stride 2: ${strided}; attention: 1`,
    );
  }
}
