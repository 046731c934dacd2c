import { emptyDraft } from '../../src/model/signup/signupInput.ts';
import type { SignupStart } from '../../src/features/account/accountProtocol.ts';

const address = 'https://records.example.com';

/** An empty sign-up form. */
export function signupStart(offer: SignupStart['offer']): SignupStart {
  return {
    source: { baseUrl: address },
    service: 'Example',
    address,
    offer,
    closed: null,
    draft: emptyDraft(offer),
    isLicenseOpened: false,
  };
}
