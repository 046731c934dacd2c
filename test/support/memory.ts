import type { Memento } from '../../src/services/remembered/memento.ts';

/** Stub for VS Code's memento, which also stores copies rather than the objects themselves. */
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
