import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import { FileProblem, fileProblem } from '../../model/fileProblem.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { type OperationInLine, PlanProblem, PlanReader } from '../../model/plan/readPlan.ts';
import type { PlanHead, PlanOperation } from '../../model/plan/recordPlan.ts';
import { addLetters } from '../../model/digestTable.ts';
import { maxRecords } from '../import/importTable.ts';

/** The source of a plan, which can be read from start to end any number of times. */
export interface PlanFile {
  /** For messages. */
  readonly name: string;
  pieces(): AsyncIterable<string>;
}

export type WrittenOperation = OperationInLine & {
  readonly operation: Extract<PlanOperation, { do: 'edit' | 'delete' }>;
};

/** A plan that was read once from start to end. Its operations aren't kept in memory: they are read again on demand. */
export interface ReadPlan {
  readonly name: string;
  readonly head: PlanHead;
  readonly counts: Readonly<Record<PlanOperation['do'], number>>;
  /** True if some values have a name next to them. */
  readonly hasNames: boolean;
  /** Throws at the end if the operations differ from those read before. */
  operations(signal: AbortSignal): AsyncGenerator<OperationInLine, void, void>;
  /** True if the file is still identical. */
  isUnchanged(): Promise<boolean>;
}

/** Checks that the whole plan can be read, and counts its operations. */
export async function readPlanFile(file: PlanFile, signal: AbortSignal, max = maxRecords): Promise<ReadPlan> {
  const reader = new PlanReader();
  const digest = new Uint32Array(2);
  const counts = { edit: 0, add: 0, delete: 0 };
  let hasNames = false;
  for await (const { operation } of operationsOf(file, reader, digest, signal)) {
    counts[operation.do] += 1;
    if (counts.edit + counts.add + counts.delete > max) throw tooLarge(file, max);
    hasNames ||= operation.do !== 'delete' && operation.fields.some((one) => one.becomesText !== undefined);
  }
  const isSame = (seen: Uint32Array): boolean => seen[0] === digest[0] && seen[1] === digest[1];
  return { name: file.name, head: reader.end(), counts, hasNames, operations: again, isUnchanged };

  async function isUnchanged(): Promise<boolean> {
    const seen = new Uint32Array(2);
    try {
      for await (const piece of file.pieces()) addLetters(seen, piece);
    } catch {
      return false; // reading it again reports the error
    }
    return isSame(seen);
  }

  async function* again(now: AbortSignal): AsyncGenerator<OperationInLine, void, void> {
    const seen = new Uint32Array(2);
    yield* operationsOf(file, new PlanReader(true), seen, now);
    if (!isSame(seen))
      throw new FileProblem(t('The plan has changed since it was loaded. Reload it to see the current version.'));
  }
}

async function* operationsOf(
  file: PlanFile,
  reader: PlanReader,
  digest: Uint32Array,
  signal: AbortSignal,
): AsyncGenerator<OperationInLine, void, void> {
  try {
    for await (const piece of file.pieces()) {
      if (signal.aborted)
        throw new ServiceError('canceled', { doing: t('read {0}', file.name), why: t('it was canceled') });
      addLetters(digest, piece);
      yield* reader.parse(piece);
    }
  } catch (error) {
    if (error instanceof PlanProblem || error instanceof ServiceError) throw error;
    throw fileProblem(t('read {0}', file.name), error);
  }
}

function tooLarge({ name }: PlanFile, max: number): FileProblem {
  const many = t('{0} operations', formatNumber(max));
  return new FileProblem(t('Could not open {0}: it contains more than {1}. Split it into several plans.', name, many));
}
