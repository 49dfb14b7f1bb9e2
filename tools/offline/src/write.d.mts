/** Where files come from that are kept when they are visited. */
export interface Later {
  readonly path: string;
  readonly from: "cache" | "network";
  readonly cacheName: string;
}

export declare function writeServiceWorker(
  dist: string,
  options: {
    keep(path: string): boolean;
    readonly prefix?: string;
    readonly skipWaiting?: boolean;
    readonly ignoreParameters: string;
    readonly later?: readonly Later[];
  },
): Promise<void>;
