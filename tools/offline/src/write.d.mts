export declare function writeServiceWorker(
  dist: string,
  options: {
    readonly shell: readonly string[];
    readonly pages: Readonly<Record<string, { readonly title: string; readonly files: readonly string[] }>>;
    readonly larger?: RegExp;
    readonly missing?: string;
    readonly visited?: string;
    readonly skipWaiting?: boolean;
    readonly formerly?: readonly string[];
  },
): Promise<void>;
