import { t } from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import type { BulkChange } from '../../model/bulk/bulkChange.ts';
import type { BulkField } from '../../model/bulk/bulkPlan.ts';
import type { BulkHost, BulkState, ChangeDraft } from '../../protocol/bulkProtocol.ts';
import { LookUpList } from '../fields/lookUpList.ts';
import { ChangeRow, yesOrNo } from './changeRow.ts';

/** The form: which fields, and what becomes of them. */
export class ChooseStep {
  readonly #onDrafts: (drafts: readonly ChangeDraft[]) => void;
  readonly #show: () => void;
  readonly #host: BulkHost;
  readonly #list = new LookUpList();
  readonly #rowsElement = document.createElement('div');
  /** By field, in the order of the drafts. */
  readonly #rows = new Map<string, ChangeRow>();
  #drafts: readonly ChangeDraft[] = [];
  /** Someone tried to go on: what is missing is said. */
  #isChecked = false;

  /** The last key only moved to another field of the closed list. */
  #isWalking = false;

  constructor(host: BulkHost, onDrafts: (drafts: readonly ChangeDraft[]) => void, show: () => void) {
    this.#host = host;
    this.#onDrafts = onDrafts;
    this.#show = show;
  }

  /** As the host has them, when the page begins. */
  set drafts(drafts: readonly ChangeDraft[]) {
    this.#drafts = drafts;
  }

  get isEmpty(): boolean {
    return this.#drafts.length === 0;
  }

  /** Undefined when something is missing, which is then said. */
  changes(state: BulkState): BulkChange[] | undefined {
    this.#isChecked = true;
    if ([...this.#rows.values()].some(({ hasInputProblem }) => hasInputProblem)) return undefined;
    const read = this.#drafts.map((draft) => readDraft(draft, labelOf(state, draft)));
    const changes = read.flatMap(({ change }) => change ?? []);
    return changes.length === read.length && changes.length > 0 ? changes : undefined;
  }

  view(state: BulkState): TemplateResult {
    const chosen = new Set(this.#drafts.map(({ field }) => field));
    const others = state.fields.filter(({ field }) => !chosen.has(field));
    this.#showRows(state);
    return html`<div class="choose">
      ${this.#rowsElement}
      <div class="labeled add" ?hidden=${others.length === 0}>
        <label for="add-field">${t('Field to change')}</label>
        <select
          id="add-field"
          @pointerdown=${() => {
            this.#isWalking = false;
          }}
          @keydown=${(event: KeyboardEvent) => this.#press(event, state)}
          @change=${(event: Event) => {
            if (!this.#isWalking) this.#add(event.target as HTMLSelectElement, state);
          }}
          @blur=${(event: Event) => this.#add(event.target as HTMLSelectElement, state)}
        >
          <option value="">${t('Choose a field…')}</option>
          ${others.map(({ field, label }) => html`<option value=${field}>${label}</option>`)}
        </select>
      </div>
      ${this.#list.element}
    </div>`;
  }

  /** What stays is left where it is: the keyboard may be in it. */
  #showRows({ fields }: BulkState): void {
    const shown = this.#drafts.flatMap((draft) => {
      const field = fields.find((one) => one.field === draft.field);
      return field ? [{ draft, field }] : [];
    });
    for (const [name, row] of this.#rows) {
      if (shown.some(({ field }) => field.field === name && JSON.stringify(field) === JSON.stringify(row.field)))
        continue;
      row.element.remove();
      this.#rows.delete(name);
    }
    for (const { draft, field } of shown) {
      const row = this.#rows.get(field.field) ?? this.#makeRow(field, draft);
      row.show(draft, this.#isChecked ? readDraft(draft, field.label).problem : undefined);
    }
  }

  #makeRow(field: BulkField, draft: ChangeDraft): ChangeRow {
    const row = new ChangeRow({
      field,
      draft,
      onChange: (changed) => this.#set(this.#drafts.map((one) => (one.field === changed.field ? changed : one))),
      onRemove: () => this.#set(this.#drafts.filter((one) => one.field !== field.field)),
      references: {
        list: this.#list,
        lookUp: (text, signal, controller) =>
          this.#host.call.lookUp({ field: field.field, text, ...(controller !== undefined && { controller }) }, signal),
        takesIds: true,
      },
    });
    this.#rows.set(field.field, row);
    this.#rowsElement.append(row.element);
    return row;
  }

  /** Keys walk through the fields of a closed list one by one: Enter or Tab takes the one that it shows. */
  #press(event: KeyboardEvent, state: BulkState): void {
    const { key, altKey, shiftKey, target } = event;
    const select = target as HTMLSelectElement;
    if ((key === 'Enter' || (key === 'Tab' && !shiftKey)) && select.value !== '') {
      event.preventDefault();
      return this.#add(select, state);
    }
    this.#isWalking = !altKey && (/^(Arrow|Page|Home$|End$)/.test(key) || (key.length === 1 && key !== ' '));
  }

  /** Who was choosing goes on with the value. */
  #add(select: HTMLSelectElement, state: BulkState): void {
    const field = state.fields.find((one) => one.field === select.value);
    select.value = '';
    if (!field) return;
    const isHere = document.activeElement === select;
    this.#set([...this.#drafts, newDraft(field)]);
    if (isHere) this.#rows.get(field.field)?.focusValue();
  }

  #set(drafts: readonly ChangeDraft[]): void {
    this.#drafts = drafts;
    this.#isChecked = false;
    this.#onDrafts(drafts);
    this.#show();
  }
}

function labelOf(state: BulkState, { field }: ChangeDraft): string {
  return state.fields.find((one) => one.field === field)?.label ?? field;
}

/** A field that was just chosen. */
function newDraft({ field, kind, options }: BulkField): ChangeDraft {
  const offered = kind === 'boolean' ? yesOrNo(options) : kind === 'choice' ? options : [];
  const first = (kind === 'boolean' ? offered.find(({ value }) => value === '1') : undefined) ?? offered[0];
  return { field, kind: 'set', value: first && first.value !== '' ? [first.value] : [], find: '' };
}

type ReadDraft =
  | { readonly change: BulkChange; readonly problem?: undefined }
  | { readonly change?: undefined; readonly problem: string };

/** What is typed, as the change that it means; or what is missing. */
function readDraft(draft: ChangeDraft, label: string): ReadDraft {
  const { field, kind, value, find, text: name, model } = draft;
  const [text = ''] = value;
  if (kind === 'clear') return { change: { field, kind } };
  if (kind === 'replace')
    return find === ''
      ? { problem: t('Enter the text that is to be found in {0}.', label) }
      : { change: { field, kind, find, with: text } };
  if (kind === 'add')
    return /^\s*[+-]?\d+(\.\d+)?\s*$/.test(text)
      ? { change: { field, kind, amount: text.trim() } }
      : { problem: t('Enter the number that is to be added to {0}, such as 10 or -2.5.', label) };
  if (value.every((one) => one === '')) return { problem: t('Enter the new value of {0}, or choose Clear.', label) };
  const wanted = value.length === 1 ? text : value;
  const reference = { ...(name !== undefined && { text: name }), ...(model !== undefined && { model }) };
  return { change: { field, kind: 'set', value: wanted, ...reference } };
}
