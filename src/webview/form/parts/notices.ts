import { html, nothing, render, type TemplateResult } from 'lit';
import type { FormNote, FormState, NewsAction } from '../../../protocol/form.ts';
import { words } from '../words.ts';

export interface NoticeActions {
  readonly goTo: (key: string) => void;
  readonly labelOf: (key: string) => string | undefined;
  readonly news: (action: NewsAction) => void;
}

const icons: Readonly<Record<FormNote['tone'], string>> = { info: 'info', warning: 'warning', error: 'error' };

/** On top of the form: why it is locked, what happened to the record, and what has to be put right. */
export class Notices {
  readonly element = document.createElement('div');
  readonly #actions: NoticeActions;
  #last = '';

  constructor(actions: NoticeActions) {
    this.#actions = actions;
    this.element.className = 'notices';
    this.element.setAttribute('role', 'status');
  }

  show({ problems, conflicts, notes, news }: FormState, lock: string | null): void {
    // a screen reader reads what is written anew
    const said = JSON.stringify([problems, conflicts.map(({ key }) => key), notes, news, lock]);
    if (said === this.#last) return;
    this.#last = said;
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
                html`<p><strong>${words.conflicts(conflicts.length)}.</strong> ${words.conflictHint}</p>
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
                html`<p><strong>${words.problems(problems.length)}</strong></p>
                  <ul>
                    ${problems.map((problem) => html`<li>${this.#sentence(problem)}</li>`)}
                  </ul>`,
              )
        }
        ${notes.map((note) => notice(note.tone, html`<p>${this.#sentence(note)}</p>`))}
      `,
      this.element,
    );
  }

  #newsButtons(actions: readonly NewsAction[]): TemplateResult {
    return html`<div class="buttons">
      ${actions.map(
        (action) =>
          html`<button type="button" class="plain second" @click=${() => this.#actions.news(action)}>
            ${words.newsActions[action]}
          </button>`,
      )}
    </div>`;
  }

  #sentence({ key, text }: FormNote): TemplateResult {
    const label = key === undefined ? undefined : this.#actions.labelOf(key);
    return key === undefined || label === undefined ? html`${text}` : html`${this.#link(key, label)}: ${text}`;
  }

  #link(key: string, label: string): TemplateResult {
    if (this.#actions.labelOf(key) === undefined) return html`${label}`;
    return html`<button
      type="button"
      class="linklike"
      title=${words.goTo(label)}
      @click=${() => this.#actions.goTo(key)}
    >
      ${label}
    </button>`;
  }
}

function notice(tone: FormNote['tone'], content: TemplateResult, icon: string = icons[tone]): TemplateResult {
  return html`<div class="notice ${tone}">
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
    <div class="content">${content}</div>
  </div>`;
}
