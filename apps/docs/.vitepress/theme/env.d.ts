declare module "virtual:saccade-frame" {
  const html: string;
  export default html;
}

declare module "virtual:saccade-runtime" {
  const address: string;
  export default address;
}
