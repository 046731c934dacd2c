import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { BulkChange } from '../../model/bulk/bulkChange.ts';
import type { BulkState, ChangeDraft } from '../../protocol/bulk.ts';
import { changeRow, valueId } from './changeRow.ts';
import type { BulkField } from '../../model/bulk/bulkPlan.ts';

/** The form: which fields, and what becomes of them. */
export class ChooseStep {
  readonly #onDrafts: (drafts: readonly ChangeDraft[]) => void;
  readonly #show: () => void;
  #drafts: readonly ChangeDraft[] = [];
  /** Someone tried to go on: what is missing is said. */
  #isChecked = false;

  /** The last key only moved to another field of the closed list. */
  #isWalking = false;

  constructor(onDrafts: (drafts: readonly ChangeDraft[]) => void, show: () => void) {
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
    const read = this.#drafts.map((draft) => readDraft(draft, labelOf(state, draft)));
    const changes = read.flatMap(({ change }) => change ?? []);
    return changes.length === read.length && changes.length > 0 ? changes : undefined;
  }

  view(state: BulkState): TemplateResult {
    const chosen = new Set(this.#drafts.map(({ field }) => field));
    const others = state.fields.filter(({ field }) => !chosen.has(field));
    return html`<div class="choose">
      ${this.#drafts.map((draft) => {
        const field = state.fields.find((one) => one.field === draft.field);
        if (!field) return nothing;
        const problem = this.#isChecked ? readDraft(draft, field.label).problem : undefined;
        return changeRow(field, draft, problem, {
          onChange: (changed) => this.#set(this.#drafts.map((one) => (one.field === changed.field ? changed : one))),
          onRemove: () => this.#set(this.#drafts.filter((one) => one.field !== draft.field)),
        });
      })}
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
    </div>`;
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
    if (isHere) document.getElementById(valueId(field))?.focus();
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

type ReadDraft =
  | { readonly change: BulkChange; readonly problem?: undefined }
  | { readonly change?: undefined; readonly problem: string };

/** A field that was just chosen. */
function newDraft({ field, kind, options }: BulkField): ChangeDraft {
  const first = kind === 'boolean' ? '1' : kind === 'choice' ? (options[0]?.value ?? '') : '';
  return { field, kind: 'set', value: first === '' ? [] : [first], find: '' };
}

/** What is typed, as the change that it means; or what is missing. */
function readDraft(draft: ChangeDraft, label: string): ReadDraft {
  const { field, kind, value, find } = draft;
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
  return { change: { field, kind: 'set', value: value.length === 1 ? text : value } };
}
