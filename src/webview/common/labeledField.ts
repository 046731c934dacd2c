import { html, nothing, type TemplateResult } from 'lit/html.js';
import { t } from '@vscode/l10n';

export interface LabeledField {
  readonly key: string;
  readonly label: string;
  /** Empty for a field that explains itself. */
  readonly help: string;
  readonly kind: string;
}

/** A label, a mark beside it, the control, its explanation and what is wrong with it, tied together for a screen reader. */
export function labeledField(
  { key, label, help, kind }: LabeledField,
  problem: string | undefined,
  control: TemplateResult,
  mark?: string,
): TemplateResult {
  const isSwitch = kind === 'switch';
  return html`<div class="field ${isSwitch ? 'switch' : ''}">
    ${isSwitch ? control : nothing}
    <label for=${key}>${label}</label>
    ${mark === undefined ? nothing : html`<span class="required">${mark}</span>`}
    <p class="help" id="${key}-help" ?hidden=${help === ''}>${help}</p>
    ${isSwitch ? nothing : control}
    <p class="problem" id="${key}-problem" ?hidden=${problem === undefined}>${problem ?? ''}</p>
  </div>`;
}

/** For the control's `aria-describedby`. */
export function describedBy(
  { key, help }: Pick<LabeledField, 'key' | 'help'>,
  problem: string | undefined,
): string | typeof nothing {
  const ids = [...(help === '' ? [] : [`${key}-help`]), ...(problem === undefined ? [] : [`${key}-problem`])];
  return ids.length === 0 ? nothing : ids.join(' ');
}

/** The last thing that a form has said at its foot. */
export interface FormMessage {
  readonly tone: 'good' | 'bad' | 'plain';
  readonly sentence: string;
}

export function correctionsNeeded(fields: number): FormMessage {
  const sentence = fields === 1 ? t('One field has to be corrected.') : t('{0} fields have to be corrected.', fields);
  return { tone: 'bad', sentence };
}
