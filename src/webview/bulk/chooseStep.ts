import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { BulkChange } from '../../model/bulk/bulkChange.ts';
import type { BulkState, ChangeDraft } from '../../protocol/bulk.ts';
import { newDraft, readDraft } from './changeDraft.ts';
import { changeRow } from './changeRow.ts';

/** The form: which fields, and what becomes of them. */
export class ChooseStep {
  readonly #onDrafts: (drafts: readonly ChangeDraft[]) => void;
  readonly #show: () => void;
  #drafts: readonly ChangeDraft[] = [];
  /** Someone tried to go on: what is missing is said. */
  #isChecked = false;

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
      <div class="labelled add" ?hidden=${others.length === 0}>
        <label for="add-field">${t('Field to change')}</label>
        <select
          id="add-field"
          @change=${(event: Event) => {
            const select = event.target as HTMLSelectElement;
            const field = state.fields.find((one) => one.field === select.value);
            select.value = '';
            if (field) this.#set([...this.#drafts, newDraft(field)]);
          }}
        >
          <option value="">${t('Choose a field…')}</option>
          ${others.map(({ field, label }) => html`<option value=${field}>${label}</option>`)}
        </select>
      </div>
    </div>`;
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
