import type { ServiceMessage } from '../errors.ts';

/** Result of a write that the service accepted. */
export interface WriteResult {
  /** Messages of the service for the user. */
  readonly messages: readonly ServiceMessage[];
}

export interface SaveResult extends WriteResult {
  /** Undefined if the response has no id; its format depends on the service. */
  readonly id: string | undefined;
}

/** Result of the service's bulk endpoint, with its message for each refused record, if any. */
export interface BulkResult extends WriteResult {
  readonly refused: ReadonlyMap<string, string>;
}

/**
 * Why a record wasn't saved although it has no errors to fix: the service refused it (`refused`), was unreachable
 * (`away`) or requires another token (`token`); the outcome is unknown (`unclear`); or another failure.
 */
export type ProblemCause = 'refused' | 'away' | 'token' | 'unclear' | 'failed';
