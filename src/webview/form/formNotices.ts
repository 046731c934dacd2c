import { html, nothing, render, type TemplateResult } from 'lit';
import type { FormNotice, FormState, NewsAction } from '../../protocol/formProtocol.ts';
import { formWords } from './formWords.ts';

export interface NoticeActions {
  readonly goTo: (key: string, at?: readonly string[]) => void;
  readonly labelOf: (key: string, at?: readonly string[]) => string | undefined;
  readonly news: (action: NewsAction) => void;
}

const icons: Readonly<Record<FormNotice['tone'], string>> = { info: 'info', warning: 'warning', error: 'error' };

/** On top of the form: why it is locked, what happened to the record, and what has to be put right. */
export class FormNotices {
  readonly element = document.createElement('div');
  /** For a screen reader: what is new, and nothing twice. */
  readonly spoken = document.createElement('div');
  readonly #actions: NoticeActions;
  #said = new Set<string>();
  #spoken: readonly string[] = [];

  constructor(actions: NoticeActions) {
    this.#actions = actions;
    this.element.className = 'notices';
    this.spoken.className = 'unseen';
    this.spoken.setAttribute('role', 'status');
  }

  show({ problems: all, conflicts, notes, news }: FormState, lock: string | null): void {
    // a hint comes and goes while someone types, and stands at its field: on top it would only push the fields about
    const problems = all.filter(({ tone, key }) => tone === 'error' || !this.#isShown(key));
    this.#speak([
      ...(lock === null ? [] : [lock]),
      ...(news === null ? [] : [news.text]),
      ...(conflicts.length === 0 ? [] : [formWords.conflicts(conflicts)]),
      ...(problems.length === 0 ? [] : [formWords.problems(problems.length)]),
      ...[...problems, ...notes].map(({ text }) => text),
    ]);
    render(
      html`
        ${lock === null ? nothing : notice('warning', html`<p>${lock}</p>`, 'lock')}
        ${
          news === null
            ? nothing
            : notice(
                'warning',
                html`<p>${news.text}</p>
                  ${this.#newsButtons(news.actions)}`,
              )
        }
        ${
          conflicts.length === 0
            ? nothing
            : notice(
                'warning',
                html`<p><strong>${formWords.conflicts(conflicts)}.</strong> ${formWords.conflictHint}</p>
                  <ul>
                    ${conflicts.map(({ key, label }) => html`<li>${this.#link(key, label)}</li>`)}
                  </ul>`,
              )
        }
        ${
          problems.length === 0
            ? nothing
            : notice(
                problems.some(({ tone }) => tone === 'error') ? 'error' : 'warning',
                html`<p><strong>${formWords.problems(problems.length)}</strong></p>
                  <ul>
                    ${problems.map((problem) => html`<li>${this.#sentence(problem)}</li>`)}
                  </ul>`,
              )
        }
        ${notes.map((one) => notice(one.tone, html`<p>${this.#sentence(one)}</p>`))}
      `,
      this.element,
    );
  }

  #speak(sentences: readonly string[]): void {
    const fresh = sentences.filter((sentence) => !this.#said.has(sentence));
    this.#said = new Set(sentences);
    if (fresh.length > 0) this.#spoken = fresh;
    // what no longer holds must not be found there later
    else if (!this.#spoken.every((sentence) => this.#said.has(sentence))) this.#spoken = [];
    else return;
    this.spoken.textContent = this.#spoken.join('\n');
  }

  #isShown(key: string | undefined): boolean {
    return key !== undefined && this.#actions.labelOf(key) !== undefined;
  }

  #newsButtons(actions: readonly NewsAction[]): TemplateResult {
    return html`<div class="buttons">
      ${actions.map(
        (action) =>
          html`<button type="button" class="plain second" @click=${() => this.#actions.news(action)}>
            ${formWords.newsActions[action]}
          </button>`,
      )}
    </div>`;
  }

  #sentence({ key, at, text }: FormNotice): TemplateResult {
    const label = key === undefined ? undefined : this.#actions.labelOf(key, at);
    if (key === undefined || label === undefined) return html`${text}`;
    const link = this.#link(key, label, at);
    // a sentence that begins with the field leads there by itself
    const beginsWithIt = text.startsWith(label) && !/^[\p{L}\p{N}]/u.test(text.slice(label.length));
    return beginsWithIt ? html`${link}${text.slice(label.length)}` : html`${link}: ${text}`;
  }

  #link(key: string, label: string, at?: readonly string[]): TemplateResult {
    if (!this.#isShown(key)) return html`${label}`;
    return html`<button
      type="button"
      class="linklike"
      title=${formWords.goTo(label)}
      @click=${() => this.#actions.goTo(key, at)}
    >
      ${label}
    </button>`;
  }
}

function notice(tone: FormNotice['tone'], content: TemplateResult, icon: string = icons[tone]): TemplateResult {
  return html`<div class="notice ${tone}">
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
    <div class="content">${content}</div>
  </div>`;
}
