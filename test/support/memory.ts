import type { Memento } from '../../src/services/remembered/memento.ts';

/** Stands in for VS Code's own, which also keeps copies rather than the objects themselves. */
export function plainMemory(): Memento {
  const kept = new Map<string, string>();
  return {
    get: (key) => {
      const value = kept.get(key);
      return value === undefined ? undefined : (JSON.parse(value) as unknown);
    },
    update: async (key, value) => void kept.set(key, JSON.stringify(value)),
  };
}
