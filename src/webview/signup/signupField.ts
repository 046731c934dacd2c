import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import type { FieldOption } from '../../model/form/fieldKind.ts';
import type { SignupField } from '../../model/signup/signupFields.ts';

export interface SignupFieldState {
  readonly value: string;
  readonly problem: string | undefined;
  readonly isDisabled: boolean;
  readonly onInput: (value: string) => void;
  readonly onLeave: () => void;
}

/** A label, the control, its explanation and what is wrong with it, tied together for a screen reader. */
export function signupField(field: SignupField, state: SignupFieldState): TemplateResult {
  return fieldFrame(field, state.problem, control(field, state));
}

export function fieldFrame(
  { key, label, help, kind, isRequired, isRequiredInPart }: SignupField,
  problem: string | undefined,
  inside: TemplateResult,
): TemplateResult {
  const isSwitch = kind === 'switch';
  const mark = isRequired ? t('(required)') : isRequiredInPart ? t('(required in this part)') : undefined;
  return html`<div class="field ${isSwitch ? 'switch' : ''}">
    ${isSwitch ? inside : nothing}
    <label for=${key}>${label}</label>
    ${mark === undefined || isSwitch ? nothing : html`<span class="required">${mark}</span>`}
    <p class="help" id="${key}-help" ?hidden=${help === ''}>${help}</p>
    ${isSwitch ? nothing : inside}
    <p class="problem" id="${key}-problem" ?hidden=${problem === undefined}>${problem ?? ''}</p>
  </div>`;
}

export function describedBy({ key, help }: Pick<SignupField, 'key' | 'help'>, problem: string | undefined): string {
  return [help === '' ? '' : `${key}-help`, problem === undefined ? '' : `${key}-problem`].filter(Boolean).join(' ');
}

function control(field: SignupField, state: SignupFieldState): TemplateResult {
  const { key, kind, options, isRequired } = field;
  const described = describedBy(field, state.problem) || nothing;
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
