/** Runs over many records. What they did is in their journals. */
export const runSources = ['bulk', 'import', 'plan', 'tool', 'undo'] as const;

export type RunSource = (typeof runSources)[number];

/** Through what a record is written; whoever writes says it. */
export type WriteSource = 'form' | 'cells' | 'command' | 'api' | RunSource;

export function isRunSource(source: string): source is RunSource {
  return runSources.some((one) => one === source);
}
