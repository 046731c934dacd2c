import type { ServiceMessage } from '../errors.ts';

/** What became of a write that the service did not refuse. */
export interface WriteResult {
  /** What the service wants the person to know. */
  readonly messages: readonly ServiceMessage[];
}

export interface SaveResult extends WriteResult {
  /** Undefined when the answer names none: what it looks like is the service's own business. */
  readonly id: string | undefined;
}

/** A bulk operation by the service itself: what it said of each record, where it said anything. */
export interface BulkResult extends WriteResult {
  readonly refused: ReadonlyMap<string, string>;
}

/**
 * Why a record was not saved, where nothing in it has to be corrected: the service said no (`refused`), could not be reached
 * (`away`) or wants another token (`token`); nobody knows whether it was saved (`unclear`); or it failed otherwise.
 */
export type ProblemCause = 'refused' | 'away' | 'token' | 'unclear' | 'failed';
