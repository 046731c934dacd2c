import assert from 'node:assert/strict';
import { tokenIn } from '../../../../src/service/documented/accountOperations.ts';
import type { JsonObject } from '../../../../src/model/json.ts';

describe('a token that a sign-up hands out', () => {
  const ways: readonly (readonly [where: string, answer: JsonObject])[] = [
    ['on top', { access_token: 'abc' }],
    ['in capitals', { ACCESS_TOKEN: 'abc' }],
    ['in the new user', { data: { users: { id: '1', token: 'abc' } } }],
    ['as its kind', { data: { jwt: 'abc' } }],
    ['deep inside', { data: { users: { auth: { tokens: { accessToken: 'abc' } } } } }],
    ['in a list', { data: { access_tokens: [{ token: 'abc' }] } }],
    ['as the header to send', { headers: { Authorization: 'Bearer abc' } }],
    [
      'before one that stands for something else',
      { token: 'against-forgery', data: { users: { access_token: 'abc' } } },
    ],
  ];
  for (const [where, answer] of ways)
    it(`is found ${where}`, () => assert.equal(tokenIn({ errors: [], form: { token: 'x' }, ...answer }), 'abc'));

  it('is not taken from what is none', () => {
    const answers: JsonObject[] = [
      { refresh_token: 'abc', csrf_token: 'def' },
      { token: '' },
      { token: null, message: ['Your token comes by mail.'] },
      { token: 'Sent by mail.' },
      { access_token: 17 },
    ];
    assert.deepEqual(
      answers.map((answer) => tokenIn(answer)),
      answers.map(() => undefined),
    );
  });
});
