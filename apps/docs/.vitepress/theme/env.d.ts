declare module "virtual:saccade-frame" {
  const html: string;
  export default html;
}

declare module "virtual:saccade-packages" {
  const packages: ReadonlyMap<string, object>;
  export default packages;
}

declare module "virtual:saccade-runtime" {
  const address: string;
  export default address;
}
