import { plot } from "@saccade/plot";

const x = [0, 1, 2, 3, 4];
document.body.append(
  plot({
    x,
    ys: [x.map(Math.sin), x.map(Math.cos)],
    legend: ["sin", "cos"],
    xlabel: "x",
  }),
);
