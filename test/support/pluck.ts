/** One property of each item, or an array of several. */
export function pluck<T, K extends keyof T>(items: Iterable<T>, key: K): T[K][];
export function pluck<T, K extends keyof T>(items: Iterable<T>, ...keys: readonly K[]): T[K][][];
export function pluck<T, K extends keyof T>(items: Iterable<T>, first: K, ...more: readonly K[]): unknown[] {
  return Array.from(items, (item) => (more.length === 0 ? item[first] : [first, ...more].map((key) => item[key])));
}
