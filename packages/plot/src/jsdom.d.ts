/** The little of jsdom that is used here; jsdom ships no types. */
declare module "jsdom" {
  export class JSDOM {
    readonly window: Window & typeof globalThis;
    constructor(html?: string, options?: { readonly pretendToBeVisual?: boolean });
  }
}
