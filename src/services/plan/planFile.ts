import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import { FileProblem, fileProblem } from '../../model/fileProblem.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { type OperationInLine, PlanProblem, PlanReader } from '../../model/plan/readPlan.ts';
import type { PlanHead, PlanOperation } from '../../model/plan/recordPlan.ts';
import { addLetters } from '../../model/digestTable.ts';
import { mostRecords } from '../import/importTable.ts';

/** A plan wherever it stands, which is read from front to back as often as one likes. */
export interface PlanFile {
  /** For sentences. */
  readonly name: string;
  pieces(): AsyncIterable<string>;
}

export type WrittenOperation = OperationInLine & {
  readonly operation: Extract<PlanOperation, { do: 'edit' | 'delete' }>;
};

/** A plan that was read once from front to back. Its operations are not held: they are read again when they are wanted. */
export interface ReadPlan {
  readonly name: string;
  readonly head: PlanHead;
  readonly counts: Readonly<Record<PlanOperation['do'], number>>;
  /** Some of its values have a name beside them. */
  readonly hasNames: boolean;
  /** Fails in the end when they are not those that were read before. */
  operations(signal: AbortSignal): AsyncGenerator<OperationInLine, void, void>;
  /** Whether the file still says the same, letter by letter. */
  isUnchanged(): Promise<boolean>;
}

/** Looks whether all of it can be read, and how much it asks for. */
export async function readPlanFile(file: PlanFile, signal: AbortSignal, most = mostRecords): Promise<ReadPlan> {
  const reader = new PlanReader();
  const digest = new Uint32Array(2);
  const counts = { edit: 0, add: 0, delete: 0 };
  let hasNames = false;
  for await (const { operation } of operationsOf(file, reader, digest, signal)) {
    counts[operation.do] += 1;
    if (counts.edit + counts.add + counts.delete > most) throw tooLarge(file, most);
    hasNames ||= operation.do !== 'delete' && operation.fields.some((one) => one.becomesText !== undefined);
  }
  const isSame = (seen: Uint32Array): boolean => seen[0] === digest[0] && seen[1] === digest[1];
  return { name: file.name, head: reader.end(), counts, hasNames, operations: again, isUnchanged };

  async function isUnchanged(): Promise<boolean> {
    const seen = new Uint32Array(2);
    try {
      for await (const piece of file.pieces()) addLetters(seen, piece);
    } catch {
      return false; // reading it again tells why
    }
    return isSame(seen);
  }

  async function* again(now: AbortSignal): AsyncGenerator<OperationInLine, void, void> {
    const seen = new Uint32Array(2);
    yield* operationsOf(file, new PlanReader(true), seen, now);
    if (!isSame(seen))
      throw new FileProblem(t('The plan was changed since it was read. Read it again to see what it says now.'));
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
      yield* reader.take(piece);
    }
  } catch (error) {
    if (error instanceof PlanProblem || error instanceof ServiceError) throw error;
    throw fileProblem(t('read {0}', file.name), error);
  }
}

function tooLarge({ name }: PlanFile, most: number): FileProblem {
  const many = t('{0} operations', formatNumber(most));
  return new FileProblem(t('Could not open {0}: it holds more than {1}. Split it into several plans.', name, many));
}
