import assert from 'node:assert/strict';
import { ServiceError, type ServiceMessage } from '../../../../src/model/errors.ts';
import { type SignupRefusal, signupRefusal } from '../../../../src/model/signup/signupDraft.ts';
import { signupOffer } from '../../../support/signupOffer.ts';

async function refusal(...reasons: ServiceMessage[]): Promise<SignupRefusal> {
  const why = reasons.map(({ text }) => text).slice(0, 3);
  const error = new ServiceError('refused', { doing: 'sign up zoe', why: why.join('; '), reasons });
  return signupRefusal(await signupOffer(), error);
}

describe('what the service says about a sign-up', () => {
  it('is told at the field, however the service spells its name', async () => {
    const { problems } = await refusal(
      { text: 'Taken.', field: ['users', 'user_name'] },
      { text: 'Which currency?', field: ['currency_id'] },
      { text: 'Too large.', field: ['users', 'images', 'error'] },
      { text: 'No such role.', field: ['role_id', 'validSignupRole'] },
    );
    assert.deepEqual(problems, {
      user_name: 'Taken.',
      'organizations.currency_id': 'Which currency?',
      'images.name': 'Too large.',
      role_id: 'No such role.',
    });
  });

  it('is told in a sentence where it fits no field, all of it, and not again where it stands at one', async () => {
    const { sentence } = await refusal(
      { text: 'Taken.', field: ['users', 'user_name'] },
      { text: 'Come back tomorrow' },
      { text: 'Odd', field: ['users', 'shoe_size'] },
      { text: 'One' },
      { text: 'Two.' },
    );
    assert.equal(sentence, 'Could not sign up zoe: Come back tomorrow; users.shoe_size: Odd; One; Two.');
  });

  it("asks for the fields where all of it stands at one, and has the error's own words where nothing was said", async () => {
    const atFields = await refusal({ text: 'Taken.', field: ['users', 'user_name'] });
    assert.equal(atFields.sentence, 'The service wants some fields to be corrected.');
    const error = new ServiceError('notAllowed', { doing: 'sign up zoe', why: 'it is closed', remedy: 'Wait.' });
    assert.deepEqual(signupRefusal(await signupOffer(), error), {
      sentence: 'Could not sign up zoe: it is closed. Wait.',
      problems: {},
    });
  });
});
