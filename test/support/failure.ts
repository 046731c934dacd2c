import assert from 'node:assert/strict';
import { ServiceError, type ServiceErrorCode } from '../../src/model/errors.ts';

/** The error that a promise must reject with. */
export async function failure(promise: Promise<unknown>, code: ServiceErrorCode, words = /^/): Promise<ServiceError> {
  const error = await promise.then(
    () => assert.fail('it did not fail'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServiceError, String(error));
  assert.equal(error.code, code, error.message);
  assert.match(error.message, words);
  return error;
}
