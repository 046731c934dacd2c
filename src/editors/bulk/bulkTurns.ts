import type { BulkState, bulkHost } from '../../protocol/bulk.ts';

export type BulkMessage = keyof typeof bulkHost.requests | keyof typeof bulkHost.events;

/** Where a piece of bulk work is. */
export interface BulkMoment {
  readonly step: BulkState['step'];
  /** A run is about to begin or to go on. */
  readonly isBeginning: boolean;
  readonly isRunning: boolean;
  /** There is a plan or a run. */
  readonly hasLedger: boolean;
}

const always = (): boolean => true;
const whilePreviewed = ({ step, isBeginning }: BulkMoment): boolean => step === 'preview' && !isBeginning;
const whileRunning = ({ isRunning }: BulkMoment): boolean => isRunning;
const afterward = ({ step, isBeginning, isRunning }: BulkMoment): boolean =>
  step === 'run' && !isBeginning && !isRunning;

const turns: Readonly<Record<BulkMessage, (moment: BulkMoment) => boolean>> = {
  start: always,
  rows: always,
  drafts: always,
  plan: ({ step }) => step === 'choose',
  back: (moment) => moment.step === 'working' || whilePreviewed(moment),
  drop: whilePreviewed,
  begin: whilePreviewed,
  pause: whileRunning,
  continue: whileRunning,
  cancel: whileRunning,
  resume: afterward,
  retry: (moment) => afterward(moment) || (moment.step === 'choose' && !moment.hasLedger),
  retryUnclear: afterward,
  undo: afterward,
  report: ({ hasLedger }) => hasLedger,
  openRecord: ({ hasLedger }) => hasLedger,
};

/** A page that is a moment behind sends what comes too late; one that was taken over sends anything at any time. */
export function isInTurn(message: BulkMessage, moment: BulkMoment): boolean {
  return turns[message](moment);
}
