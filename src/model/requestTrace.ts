/** One request as the request log tells it: never a token, never a record's values. */
export interface RequestTrace {
  readonly method: string;
  readonly path: string;
  readonly status: number | undefined;
  readonly bytes: number;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly attempt: number;
}
