import { html, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import { describedBy, labeledField } from '../common/labeledField.ts';
import type { Field } from './fields.ts';

export interface FieldState {
  readonly value: string | boolean;
  readonly problem: string | undefined;
  readonly placeholder: string;
  readonly isDisabled: boolean;
  readonly onInput: (value: string | boolean) => void;
}

export function fieldRow(field: Field, state: FieldState): TemplateResult {
  return labeledField(field, state.problem, control(field, state));
}

function control(field: Field, state: FieldState): TemplateResult {
  const { key, kind, choices = [] } = field;
  const described = describedBy(field, state.problem);
  const invalid = state.problem === undefined ? 'false' : 'true';
  const typed = (event: Event): void => state.onInput((event.target as HTMLInputElement).value);
  if (kind === 'switch')
    return html`<input
      type="checkbox"
      id=${key}
      aria-describedby=${described}
      .checked=${live(state.value === true)}
      @change=${(event: Event) => state.onInput((event.target as HTMLInputElement).checked)}
    />`;
  if (kind === 'choice')
    return html`<select
      id=${key}
      aria-describedby=${described}
      ?disabled=${state.isDisabled}
      .value=${live(String(state.value))}
      @change=${typed}
    >
      ${choices.map(
        ([value, words]) => html`<option value=${value} ?selected=${value === state.value}>${words}</option>`,
      )}
    </select>`;
  if (kind === 'lines')
    return html`<textarea
      id=${key}
      rows="3"
      spellcheck="false"
      aria-describedby=${described}
      aria-invalid=${invalid}
      .value=${live(String(state.value))}
      @input=${typed}
    ></textarea>`;
  return html`<input
    type="text"
    id=${key}
    inputmode=${kind === 'number' ? 'numeric' : 'text'}
    spellcheck="false"
    autocomplete="off"
    placeholder=${state.placeholder}
    aria-describedby=${described}
    aria-invalid=${invalid}
    ?disabled=${state.isDisabled}
    .value=${live(String(state.value))}
    @input=${typed}
  />`;
}
