import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** One line of the table that `npm run test:faults` ends with. */
export interface FaultOutcome {
  readonly fault: string;
  readonly tries: number;
  readonly outcome: string;
}

/** Names the file that collects the outcomes of all processes. */
export const outcomesVariable = 'RECORDBENCH_FAULT_OUTCOMES';

export function noteOutcome(fault: string, tries: number, outcome: string): void {
  const file = process.env[outcomesVariable];
  if (file) appendFileSync(file, `${JSON.stringify({ fault, tries, outcome } satisfies FaultOutcome)}\n`);
}

export function readOutcomes(file: string): FaultOutcome[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as FaultOutcome);
}
