import { t } from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { type ConnectionDraft, type DraftField, draftProblems } from '../../model/connection/connectionDraft.ts';
import type { JsonValue } from '../../model/json.ts';
import type { ConnectionFormStart } from '../../protocol/connectionProtocol.ts';
import { type FormMessage, correctionsNeeded } from '../common/formMessage.ts';
import { ValueField } from '../fields/valueField.ts';
import { type ConnectionField, type ConnectionSection, connectionSections } from './connectionFields.ts';

/** How long it is said that it was saved. */
const shownFor = 8_000;

export interface ConnectionPageActions {
  readonly onDraft: (draft: ConnectionDraft) => void;
  /** The address is another now, and can be one. */
  readonly onAddress: (draft: ConnectionDraft) => void;
  readonly onAddressLeft: () => void;
  readonly onSave: () => void;
  readonly onTest: () => void;
  readonly onSetToken: () => void;
  readonly onRevert: () => void;
}

/** What is on the screen: the draft, what is wrong with it, and the last thing that was said. */
export class ConnectionPage {
  readonly #root: Element;
  readonly #start: ConnectionFormStart;
  readonly #actions: ConnectionPageActions;
  readonly #sections: readonly ConnectionSection[];
  readonly #fields = new Map<DraftField, ValueField>();
  #saved: ConnectionDraft;
  #draft: ConnectionDraft;
  #said: FormMessage | undefined;
  #isBusy = false;
  #isAdvancedOpen = false;

  constructor(root: Element, start: ConnectionFormStart, actions: ConnectionPageActions) {
    this.#root = root;
    this.#start = start;
    this.#sections = connectionSections(start.lookUps);
    this.#actions = actions;
    this.#saved = start.saved;
    this.#draft = start.draft;
    for (const { fields } of this.#sections) for (const field of fields) this.#fields.set(field.key, this.#make(field));
    this.#show();
  }

  get draft(): ConnectionDraft {
    return this.#draft;
  }

  /** Something was asked for, and the answer is not there yet. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  get isDirty(): boolean {
    return JSON.stringify(this.#draft) !== JSON.stringify(this.#saved);
  }

  set saved(saved: ConnectionDraft) {
    if (!this.isDirty) this.#draft = saved;
    this.#saved = saved;
    this.#show();
  }

  get savedAddress(): string {
    return this.#saved.baseUrl;
  }

  get hasProblems(): boolean {
    return Object.keys(draftProblems(this.#draft)).length > 0;
  }

  /** As it was written down: names without spaces around them, for one. What was typed since it was sent stays. */
  accept(sent: ConnectionDraft, saved: ConnectionDraft): void {
    const typedSince = Object.entries(this.#draft).filter(([key, value]) => value !== sent[key as DraftField]);
    this.#saved = saved;
    this.#draft = { ...saved, ...Object.fromEntries(typedSince) };
    if (this.isDirty) return this.say(undefined);
    const news: FormMessage = { tone: 'good', sentence: t('Saved') };
    this.say(news);
    setTimeout(() => {
      if (this.#said === news) this.say(undefined);
    }, shownFor);
  }

  revert(): void {
    this.#draft = this.#saved;
    this.say(undefined);
  }

  /** Undefined takes the last thing back. */
  say(said: FormMessage | undefined, isBusy = false): void {
    this.#said = said;
    this.#isBusy = isBusy;
    this.#show();
  }

  /** At the address, in the room that is kept for it. */
  showAddressAnswer(answer: FormMessage | undefined): void {
    this.#fields.get('baseUrl')?.showAnswer(answer ?? { tone: 'plain', sentence: '' });
  }

  /** To the first field that has to be mended. */
  focusProblem(): void {
    this.#root.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  #change(key: DraftField, value: JsonValue | undefined): void {
    this.#draft = { ...this.#draft, [key]: value ?? '' };
    this.#said = undefined;
    this.#show();
    this.#actions.onDraft(this.#draft);
    if (key === 'baseUrl') this.#actions.onAddress(this.#draft);
  }

  #show(): void {
    const { onSave, onTest, onSetToken, onRevert } = this.#actions;
    const problems = draftProblems(this.#draft);
    const said = this.#said ?? this.#standing(Object.keys(problems).length);
    for (const [key, field] of this.#fields)
      field.show({ value: this.#draft[key], problem: problems[key], isDisabled: this.#isDisabled(key) });
    const [usual, advanced] = [false, true].map((isAdvanced) =>
      this.#sections.filter((section) => (section.isAdvanced ?? false) === isAdvanced),
    ) as [ConnectionSection[], ConnectionSection[]];
    // what has something in it is not hidden; once it is open, only a person closes it
    this.#isAdvancedOpen ||= this.#draft.bulkEditPath.trim() !== '' || this.#draft.bulkDeletePath.trim() !== '';
    render(
      html`<form
        novalidate
        @submit=${(event: Event) => {
          event.preventDefault();
          onSave();
        }}
      >
        <main>
          <h1>${this.#saved.name}</h1>
          ${usual.map((section) => this.#section(section))}
          <details ?open=${this.#isAdvancedOpen}>
            <summary>${t('Advanced')}</summary>
            ${advanced.map((section) => this.#section(section))}
          </details>
        </main>
        <footer>
          <p role="status" class="said ${said.tone}">${said.sentence}</p>
          <div class="buttons">
            <button type="submit" class="plain" aria-disabled=${offWhen(this.#isBusy || !this.isDirty)}>
              ${t('Save')}
            </button>
            <button type="button" class="plain second" aria-disabled=${offWhen(this.#isBusy)} @click=${onTest}>
              ${t('Test')}
            </button>
            <button type="button" class="plain second" @click=${onSetToken}>${t('Set token…')}</button>
            <button type="button" class="plain second" aria-disabled=${offWhen(!this.isDirty)} @click=${onRevert}>
              ${t('Undo changes')}
            </button>
          </div>
        </footer>
      </form>`,
      this.#root as HTMLElement,
    );
  }

  #section({ title, help = [], fields }: ConnectionSection): TemplateResult {
    return html`<fieldset>
      <legend>${title}</legend>
      ${help.map((text) => html`<p class="help">${text}</p>`)}
      ${fields.map(({ key }) => this.#fields.get(key)?.element)}
    </fieldset>`;
  }

  #make(field: ConnectionField): ValueField {
    const { key, kind, label, help, options = [], isTried = false } = field;
    return new ValueField({
      field: {
        kind,
        label,
        options,
        placeholder: this.#placeholder(field),
        isAlwaysChosen: true,
        isCode: true,
      },
      frame: { id: key, label, help, isRequired: key === 'name' || key === 'baseUrl', hasAnswer: isTried },
      value: { value: this.#draft[key] },
      onChange: ({ value }) => this.#change(key, value),
      ...(isTried && { onLeave: () => this.#actions.onAddressLeft() }),
    });
  }

  /** How a bulk endpoint is asked matters only once there is one. */
  #isDisabled(key: DraftField): boolean {
    if (key === 'bulkEditPath' || key === 'bulkDeletePath') return false;
    if (key.startsWith('bulkEdit')) return this.#draft.bulkEditPath.trim() === '';
    return key.startsWith('bulkDelete') && this.#draft.bulkDeletePath.trim() === '';
  }

  #placeholder({ key, placeholder = '' }: ConnectionField): string {
    const { timeoutSeconds, pageSize, proxy } = this.#start.usual;
    if (key === 'timeoutSeconds') return String(timeoutSeconds);
    if (key === 'pageSize') return String(pageSize);
    return key === 'proxy' && proxy !== '' ? proxy : placeholder;
  }

  #standing(problems: number): FormMessage {
    if (problems > 0) return correctionsNeeded(problems);
    return { tone: 'plain', sentence: this.isDirty ? t('Not saved yet.') : '' };
  }
}

/** Not `disabled`: that would take the keyboard from the button that was just pressed. */
function offWhen(isOff: boolean): 'true' | typeof nothing {
  return isOff ? 'true' : nothing;
}
