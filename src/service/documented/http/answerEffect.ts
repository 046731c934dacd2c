import type { ErrorsKind } from '../readServiceMessages.ts';

/** A sign-up is an add: it creates a user. */
export type WriteKind = 'add' | 'edit' | 'delete';

/** What determines the effect of a write from its response. */
export interface AnsweredWrite {
  readonly kind: WriteKind;
  /** Status of the response, and the one given in its body, if any. */
  readonly statuses: readonly [status: number, inBody?: number | undefined];
  readonly errors: ErrorsKind;
  /** True if each error refers to a field of the submitted form. */
  readonly isAboutFields?: boolean;
  /** True if the response has an id or a `Location`. */
  readonly namesRecord?: boolean;
}

/** `isDoubtful`: the record may have changed anyway; only reading it tells. */
export interface AnswerEffect {
  readonly effect: 'done' | 'refused' | 'unknown';
  readonly isDoubtful: boolean;
}

/** Determines the effect of any write from a readable response. */
export function effectOfAnswer(write: AnsweredWrite): AnswerEffect {
  const { kind, statuses, errors, isAboutFields = false, namesRecord = false } = write;
  const [status] = statuses;
  const isGood = isGoodStatus(status);
  if (isGood && errors === 'none') return { effect: 'done', isDoubtful: false };
  const saysNo = isGood || (status >= 400 && status < 500 && status !== 408);
  if (kind === 'add') {
    // if the service creates the record and then fails, a retry would create a second one
    const mayBeCreated =
      namesRecord || (isGood && (status !== 200 || errors === 'blank')) || statuses.some(saysCreatedOrBroken);
    return { effect: saysNo && !mayBeCreated ? 'refused' : 'unknown', isDoubtful: namesRecord };
  }
  // not found may mean that the record is already deleted
  const isGoneNow = kind === 'delete' && (status === 404 || status === 410);
  const isDoubtful = isGood || isGoneNow || (status >= 500 && isAboutFields);
  return { effect: saysNo || status === 501 ? 'refused' : 'unknown', isDoubtful };
}

/** 307 and 308 request the same request at another URL: according to the protocol, it was not executed. */
export function effectOfMove(kind: WriteKind | undefined): 'refused' | 'unknown' {
  return kind === 'add' ? 'unknown' : 'refused';
}

export function isGoodStatus(status: number): boolean {
  return status >= 200 && status < 300;
}

function saysCreatedOrBroken(status: number | undefined): boolean {
  return status !== undefined && (status === 201 || status >= 500);
}
