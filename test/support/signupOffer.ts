import { signupInformation } from '../../src/service/documented/accountOperations.ts';
import { readServiceMessages } from '../../src/service/documented/readServiceMessages.ts';
import type { ServiceLink } from '../../src/service/documented/http/serviceLink.ts';
import { signupFormJson as demoAnswer } from '../../src/demo/operations/signupFormJson.ts';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';
import type { SignupInformation } from '../../src/model/signup/signupFields.ts';

/** What a service offers on sign-up, parsed like the client does. */
export function signupOffer(changes: JsonObject = {}): Promise<SignupInformation> {
  const answer = { ...demoAnswer(), ...changes };
  const messages = readServiceMessages(answer['message']);
  return signupInformation({ requestRead: async () => ({ answer, messages }) } as unknown as ServiceLink);
}

/** The demo's form with further elements, each as the parts of its name. */
export function formWith(...names: readonly (readonly string[])[]): JsonObject {
  const form = demoAnswer()['form'] as JsonObject;
  const [section, buttons] = form['field_configurations'] as JsonObject[];
  const more = names.map((name): JsonObject => ({ name: ['users', ...name], label: name.join(' '), template: 'text' }));
  const elements = [...((section?.['elements'] ?? []) as JsonValue[]), ...more];
  return { ...form, field_configurations: [{ ...section, elements }, { ...buttons }] };
}
