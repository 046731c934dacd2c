import { reasonOf } from '../../common/reasonOf.ts';

/** Why rows did not come: a code for the program, a sentence for the person. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

export function failureOf(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed';
  return { code, message: reasonOf(error) };
}
