import type { ErrorsKind } from '../readServiceMessages.ts';

/** A sign-up is an add: it creates a user. */
export type WriteKind = 'add' | 'edit' | 'delete';

/** What tells the effect of a write from its answer. */
export interface AnsweredWrite {
  readonly kind: WriteKind;
  /** Of the answer, and the one that its body names, if any. */
  readonly statuses: readonly [status: number, inBody?: number | undefined];
  readonly errors: ErrorsKind;
  /** Each error is about a field of the form that was sent. */
  readonly isAboutFields?: boolean;
  /** An id or a `Location`. */
  readonly namesRecord?: boolean;
}

/** `isDoubtful`: only the record tells whether it was changed all the same. */
export interface AnswerEffect {
  readonly effect: 'done' | 'refused' | 'unknown';
  readonly isDoubtful: boolean;
}

/** Decides for every write what a readable answer says about its effect. */
export function effectOfAnswer(write: AnsweredWrite): AnswerEffect {
  const { kind, statuses, errors, isAboutFields = false, namesRecord = false } = write;
  const [status] = statuses;
  const isGood = isGoodStatus(status);
  if (isGood && errors === 'none') return { effect: 'done', isDoubtful: false };
  const saysNo = isGood || (status >= 400 && status < 500 && status !== 408);
  if (kind === 'add') {
    // a service that creates the record and then fails must not be sent a second one
    const mayBeCreated =
      namesRecord || (isGood && (status !== 200 || errors === 'blank')) || statuses.some(saysCreatedOrBroken);
    return { effect: saysNo && !mayBeCreated ? 'refused' : 'unknown', isDoubtful: namesRecord };
  }
  // the deleted record itself may be what is not found
  const isGoneNow = kind === 'delete' && (status === 404 || status === 410);
  const isDoubtful = isGood || isGoneNow || (status >= 500 && isAboutFields);
  return { effect: saysNo || status === 501 ? 'refused' : 'unknown', isDoubtful };
}

/** 307 and 308 ask for the same request at another address: it was not carried out, or so the protocol says. */
export function effectOfMove(kind: WriteKind | undefined): 'refused' | 'unknown' {
  return kind === 'add' ? 'unknown' : 'refused';
}

export function isGoodStatus(status: number): boolean {
  return status >= 200 && status < 300;
}

function saysCreatedOrBroken(status: number | undefined): boolean {
  return status !== undefined && (status === 201 || status >= 500);
}
