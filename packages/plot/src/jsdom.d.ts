/** The little of jsdom that this package uses; jsdom ships no types. */
declare module "jsdom" {
  export class JSDOM {
    readonly window: Window & { readonly XMLSerializer: typeof XMLSerializer };
    constructor(html?: string);
  }
}
