import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { type BulkField, bulkOperations } from '../../model/bulk/bulkPlan.ts';
import type { ChangeDraft } from '../../protocol/bulk.ts';
import { changeKindLabels } from './bulkWords.ts';

export interface ChangeRowActions {
  readonly onChange: (draft: ChangeDraft) => void;
  readonly onRemove: () => void;
}

/** One field and what is to be done to it. */
export function changeRow(
  field: BulkField,
  draft: ChangeDraft,
  problem: string | undefined,
  actions: ChangeRowActions,
): TemplateResult {
  const id = idOf(field);
  const problemId = `${id}-problem`;
  return html`<fieldset class="change" aria-describedby=${problem === undefined ? nothing : problemId}>
    <legend>${field.label}</legend>
    ${field.help === undefined ? nothing : html`<p class="help">${field.help}</p>`}
    <div class="controls">
      <select
        aria-label=${t('What to do')}
        .value=${live(draft.kind)}
        @change=${(event: Event) =>
          actions.onChange({ ...draft, kind: (event.target as HTMLSelectElement).value as ChangeDraft['kind'] })}
      >
        ${bulkOperations(field.kind).map(
          (kind) => html`<option value=${kind} ?selected=${kind === draft.kind}>${changeKindLabels[kind]}</option>`,
        )}
      </select>
      ${values(field, draft, id, (more) => actions.onChange({ ...draft, ...more }))}
      <button type="button" class="plain second" aria-label=${t('Remove {0}', field.label)} @click=${actions.onRemove}>
        ${t('Remove')}
      </button>
    </div>
    <p class="problem" id=${problemId} ?hidden=${problem === undefined}>${problem ?? ''}</p>
  </fieldset>`;
}

/** Of the control that holds what is to be set. */
export function valueId(field: BulkField): string {
  return `${idOf(field)}-value`;
}

function idOf({ field }: BulkField): string {
  // a space in it would be read as two ids
  return `field-${encodeURIComponent(field)}`;
}

type More = (more: Partial<ChangeDraft>) => void;

function values(field: BulkField, draft: ChangeDraft, id: string, change: More): TemplateResult | typeof nothing {
  const one = (text: string): void => change({ value: text === '' ? [] : [text] });
  if (draft.kind === 'clear') return nothing;
  if (draft.kind === 'replace')
    return html`${labeled(
      t('Find'),
      `${id}-find`,
      textBox(`${id}-find`, draft.find, (find) => change({ find })),
    )}
    ${labeled(t('Replace with'), `${id}-value`, textBox(`${id}-value`, draft.value[0] ?? '', one))}`;
  if (draft.kind === 'add')
    return labeled(t('Amount'), `${id}-value`, textBox(`${id}-value`, draft.value[0] ?? '', one, '10'));
  return html`${labeled(t('New value'), `${id}-value`, newValue(field, draft, `${id}-value`, change))}${note(field)}`;
}

function newValue(field: BulkField, draft: ChangeDraft, id: string, change: More): TemplateResult {
  const [value = ''] = draft.value;
  const one = (text: string): void => change({ value: text === '' ? [] : [text] });
  if (field.kind === 'boolean') {
    const options = field.options.length > 0 ? field.options : yesAndNo();
    return choice(id, options, draft.value, false, (chosen) => change({ value: chosen }));
  }
  if (field.kind === 'choice' || field.kind === 'choices')
    return choice(id, field.options, draft.value, field.kind === 'choices', (chosen) => change({ value: chosen }));
  if (field.kind === 'longText')
    return html`<textarea
      id=${id}
      rows="3"
      .value=${live(value)}
      @input=${(event: Event) => one((event.target as HTMLTextAreaElement).value)}
    ></textarea>`;
  // in which form a service takes dates is not known: its own values are the best guide
  if (field.kind === 'date' && /^(\d{4}-\d{2}-\d{2})?$/.test(field.example))
    return html`<input
      id=${id}
      type="date"
      .value=${live(value)}
      @input=${(event: Event) => one((event.target as HTMLInputElement).value)}
    />`;
  return textBox(id, value, one, field.kind === 'text' ? '' : field.example, field.kind === 'number');
}

const yesAndNo = (): BulkField['options'] => [
  { value: '1', text: t('Yes') },
  { value: '0', text: t('No') },
];

function note({ kind, example }: BulkField): TemplateResult | typeof nothing {
  if (kind === 'reference') return html`<p class="help">${t('The id of the other record.')}</p>`;
  const isTime = kind === 'dateTime' || kind === 'time' || kind === 'date';
  return isTime && example !== ''
    ? html`<p class="help">${t('As the service writes it, such as {0}.', example)}</p>`
    : nothing;
}

function labeled(label: string, id: string, control: TemplateResult): TemplateResult {
  return html`<div class="labeled"><label for=${id}>${label}</label>${control}</div>`;
}

function textBox(
  id: string,
  value: string,
  onInput: (text: string) => void,
  placeholder = '',
  isNumber = false,
): TemplateResult {
  return html`<input
    id=${id}
    type="text"
    inputmode=${isNumber ? 'decimal' : 'text'}
    autocomplete="off"
    placeholder=${placeholder}
    .value=${live(value)}
    @input=${(event: Event) => onInput((event.target as HTMLInputElement).value)}
  />`;
}

function choice(
  id: string,
  options: BulkField['options'],
  chosen: readonly string[],
  isMultiple: boolean,
  onChange: (chosen: string[]) => void,
): TemplateResult {
  return html`<select
    id=${id}
    ?multiple=${isMultiple}
    @change=${(event: Event) =>
      onChange(Array.from((event.target as HTMLSelectElement).selectedOptions, ({ value }) => value))}
  >
    ${options.map(
      ({ value, text }) => html`<option value=${value} ?selected=${chosen.includes(value)}>${text}</option>`,
    )}
  </select>`;
}
