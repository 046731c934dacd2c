import { t } from '@vscode/l10n';
import { html, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import type { FieldOption } from '../../model/form/fieldKind.ts';
import type { SignupField } from '../../model/signup/signupFields.ts';
import { describedBy, labeledField } from '../common/labeledField.ts';

export interface SignupFieldState {
  readonly value: string;
  readonly problem: string | undefined;
  readonly isDisabled: boolean;
  readonly onInput: (value: string) => void;
  readonly onLeave: () => void;
}

export function signupField(field: SignupField, state: SignupFieldState): TemplateResult {
  return signupFrame(field, state.problem, control(field, state));
}

/** For a field of any kind. */
export function signupFrame(field: SignupField, problem: string | undefined, inside: TemplateResult): TemplateResult {
  const { kind, isRequired, isRequiredInPart } = field;
  const mark = isRequired ? t('(required)') : isRequiredInPart ? t('(required in this part)') : undefined;
  return labeledField(field, problem, inside, kind === 'switch' ? undefined : mark);
}

function control(field: SignupField, state: SignupFieldState): TemplateResult {
  const { key, kind, options, isRequired } = field;
  const described = describedBy(field, state.problem);
  const invalid = state.problem === undefined ? 'false' : 'true';
  const required = isRequired ? 'true' : 'false';
  const typed = (event: Event): void => state.onInput((event.target as HTMLInputElement).value);
  if (kind === 'switch')
    return html`<input
      type="checkbox"
      id=${key}
      aria-describedby=${described}
      aria-invalid=${invalid}
      ?disabled=${state.isDisabled}
      .checked=${live(state.value === '1')}
      @change=${(event: Event) => state.onInput((event.target as HTMLInputElement).checked ? '1' : '')}
      @blur=${state.onLeave}
    />`;
  if (kind === 'choice')
    return html`<select
      id=${key}
      aria-describedby=${described}
      aria-invalid=${invalid}
      aria-required=${required}
      .value=${live(state.value)}
      @change=${typed}
      @blur=${state.onLeave}
    >
      <option value="" ?selected=${state.value === ''}>${isRequired ? t('Choose…') : t('None')}</option>
      ${grouped(options).map(([group, members]) => {
        const inside = members.map(
          (one) => html`<option value=${one.value} ?selected=${one.value === state.value}>${one.text}</option>`,
        );
        return group === undefined ? inside : html`<optgroup label=${group}>${inside}</optgroup>`;
      })}
    </select>`;
  if (kind === 'longText')
    return html`<textarea
      id=${key}
      rows="3"
      aria-describedby=${described}
      aria-invalid=${invalid}
      aria-required=${required}
      .value=${live(state.value)}
      @input=${typed}
      @blur=${state.onLeave}
    ></textarea>`;
  return html`<input
    type="text"
    id=${key}
    autocomplete="off"
    spellcheck="false"
    aria-describedby=${described}
    aria-invalid=${invalid}
    aria-required=${required}
    .value=${live(state.value)}
    @input=${typed}
    @blur=${state.onLeave}
  />`;
}

function grouped(options: readonly FieldOption[]): [string | undefined, FieldOption[]][] {
  return [...Map.groupBy(options, ({ group }) => group)];
}
