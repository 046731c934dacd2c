import { html, type TemplateResult } from 'lit/html.js';
import type { SignupField } from '../../model/signup/signupFields.ts';
import { describedBy } from '../common/labeledField.ts';
import { signupFrame } from './signupField.ts';

/** What is typed stays in the control: it is read when it is sent, and never bound to anything. */
export function passwordField(
  field: SignupField,
  problem: string | undefined,
  onInput: () => void,
  onLeave: () => void,
): TemplateResult {
  return signupFrame(
    field,
    problem,
    html`<input
      type="password"
      id=${field.key}
      autocomplete="new-password"
      aria-describedby=${describedBy(field, problem)}
      aria-invalid=${problem === undefined ? 'false' : 'true'}
      @input=${onInput}
      @blur=${onLeave}
    />`,
  );
}
