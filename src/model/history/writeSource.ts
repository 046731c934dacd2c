/** Sources of bulk runs. Their details are in the journals. */
export const runSources = ['bulk', 'import', 'plan', 'tool', 'undo'] as const;

export type RunSource = (typeof runSources)[number];

/** Source of a write, given by the writer. */
export type WriteSource = 'form' | 'cells' | 'command' | 'api' | RunSource;

export function isRunSource(source: string): source is RunSource {
  return runSources.some((one) => one === source);
}
