import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import { FileProblem, fileProblem } from '../../model/fileProblem.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { type OperationInLine, PlanProblem, PlanReader } from '../../model/plan/readPlan.ts';
import type { PlanHead, PlanOperation } from '../../model/plan/recordPlan.ts';
import { mostMegabytes, mostRecords } from '../import/readWork.ts';

/** A plan wherever it stands, which is read from front to back as often as one likes. */
export interface PlanFile {
  /** For sentences. */
  readonly name: string;
  pieces(): AsyncIterable<string>;
}

type Operation<Kind extends PlanOperation['do']> = OperationInLine & {
  readonly operation: Extract<PlanOperation, { do: Kind }>;
};

export type WrittenOperation = Operation<'edit' | 'delete'>;

export interface ReadPlan {
  readonly head: PlanHead;
  /** What becomes of records that are there, in the order of the file. */
  readonly written: readonly WrittenOperation[];
  readonly adds: readonly Operation<'add'>[];
}

/** All that a plan asks for. Its records are looked at and journaled one by one, so it has the limits of an import. */
export async function readPlanFile(file: PlanFile, signal: AbortSignal): Promise<ReadPlan> {
  const reader = new PlanReader();
  const written: WrittenOperation[] = [];
  const adds: Operation<'add'>[] = [];
  let letters = 0;
  try {
    for await (const piece of file.pieces()) {
      if (signal.aborted)
        throw new ServiceError('canceled', { doing: t('read {0}', file.name), why: t('it was canceled') });
      letters += piece.length;
      for (const one of reader.take(piece)) {
        if (one.operation.do === 'add') adds.push({ ...one, operation: one.operation });
        else written.push({ ...one, operation: one.operation });
        if (written.length + adds.length > mostRecords)
          throw tooLarge(file, t('{0} operations', formatNumber(mostRecords)));
      }
      if (letters > mostMegabytes * 1_000_000) throw tooLarge(file, t('{0} MB of text', mostMegabytes));
    }
    return { head: reader.end(), written, adds };
  } catch (error) {
    if (error instanceof PlanProblem || error instanceof ServiceError) throw error;
    throw fileProblem(t('read {0}', file.name), error);
  }
}

function tooLarge({ name }: PlanFile, most: string): FileProblem {
  return new FileProblem(t('Could not open {0}: it holds more than {1}. Split it into several plans.', name, most));
}
