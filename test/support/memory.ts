import type { Memory } from '../../src/services/remembered/memory.ts';

/** Stands in for VS Code's own, which also keeps copies rather than the objects themselves. */
export function plainMemory(): Memory {
  const kept = new Map<string, string>();
  return {
    get: (key) => {
      const value = kept.get(key);
      return value === undefined ? undefined : (JSON.parse(value) as unknown);
    },
    update: async (key, value) => void kept.set(key, JSON.stringify(value)),
  };
}
