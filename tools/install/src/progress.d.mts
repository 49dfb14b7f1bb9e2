export interface Follower {
  read(text: string): void;
  end(done: boolean): void;
}

export function follow(
  title: string,
  stream: { readonly isTTY?: boolean; readonly columns?: number; write(text: string): unknown },
): Follower;
