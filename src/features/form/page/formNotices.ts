import type { ProblemCause } from '../../../model/form/saveResult.ts';
import { html, nothing, render, type TemplateResult } from 'lit';
import type { FormNotice, FormState, NewsAction } from '../formProtocol.ts';
import { formWords } from './formWords.ts';

export interface NoticeActions {
  readonly goTo: (key: string, at?: readonly string[]) => void;
  readonly labelOf: (key: string, at?: readonly string[]) => string | undefined;
  readonly news: (action: NoticeAction) => void;
}

/** Actions for a failed save. */
type NoticeAction = NewsAction | 'save' | 'setToken' | 'showLog';

interface ProblemLook {
  readonly tone: 'warning' | 'error';
  readonly icon: string;
  readonly actions?: readonly NoticeAction[];
}

const looks: Readonly<Record<ProblemCause | 'rule', ProblemLook>> = {
  rule: { tone: 'error', icon: 'error' },
  refused: { tone: 'error', icon: 'circle-slash' },
  away: { tone: 'warning', icon: 'debug-disconnect', actions: ['save'] },
  token: { tone: 'warning', icon: 'key', actions: ['setToken', 'save'] },
  unclear: { tone: 'warning', icon: 'question', actions: ['save'] },
  failed: { tone: 'error', icon: 'error', actions: ['save', 'showLog'] },
};

const icons: Readonly<Record<FormNotice['tone'], string>> = { info: 'info', warning: 'warning', error: 'error' };

const messageDuration = 8_000;
/** Max length of a message in the footer. */
const longestPassing = 200;

/** Transient messages such as "Saved", shown in the footer, where they don't shift the layout, until they expire. */
export class TransientNotice {
  text = '';
  readonly #onEnd: () => void;
  #said = '';
  #end: ReturnType<typeof setTimeout> | undefined;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  /** Returns the state without the messages shown here. */
  showTransient(state: FormState): FormState {
    const passing = state.notes.filter(({ isTransient, key }) => isTransient && key === undefined);
    const said = passing.map(({ text }) => text).join(' · ');
    if (said.length > longestPassing) return state;
    if (said !== this.#said) {
      this.#said = this.text = said;
      clearTimeout(this.#end);
      if (said !== '') this.#end = setTimeout(() => this.#over(), messageDuration);
    }
    return passing.length === 0 ? state : { ...state, notes: state.notes.filter((note) => !passing.includes(note)) };
  }

  #over(): void {
    this.text = '';
    this.#onEnd();
  }
}

/** Notices below the fields: why the form is locked, what happened to the record, and what must be fixed. */
export class FormNotices {
  readonly element = document.createElement('div');
  /** Announcements for screen readers; contain only new messages. */
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
    // a hint comes and goes while the user types, and is shown at its field
    const problems = all.filter(({ tone, key }) => tone === 'error' || !this.#isShown(key));
    const groups = [...Map.groupBy(problems, ({ cause }) => cause)];
    this.#speak([
      ...(lock === null ? [] : [lock]),
      ...(news === null ? [] : [news.text]),
      ...(conflicts.length === 0 ? [] : [formWords.conflicts(conflicts)]),
      ...groups.flatMap(([cause, some]) => [headingOf(cause, some.length), ...some.map(({ text }) => text)]),
      ...notes.map(({ text }) => text),
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
        ${groups.map(([cause, some]) => this.#problems(cause, some))}
        ${notes.map((one) => notice(one.tone, html`<p>${this.#sentence(one)}</p>`))}
      `,
      this.element,
    );
  }

  #speak(sentences: readonly string[]): void {
    const fresh = sentences.filter((sentence) => !this.#said.has(sentence));
    this.#said = new Set(sentences);
    if (fresh.length > 0) this.#spoken = fresh;
    // outdated messages must not stay readable there
    else if (!this.#spoken.every((sentence) => this.#said.has(sentence))) this.#spoken = [];
    else return;
    this.spoken.textContent = this.#spoken.join('\n');
  }

  #isShown(key: string | undefined): boolean {
    return key !== undefined && this.#actions.labelOf(key) !== undefined;
  }

  /** Input errors, rejections by the service and failed requests need different actions. */
  #problems(cause: ProblemCause | undefined, problems: readonly FormNotice[]): TemplateResult {
    const { tone, icon, actions = [] } = looks[cause ?? 'rule'];
    const isError = tone === 'error' && problems.some((problem) => problem.tone === 'error');
    const [only, ...others] = problems;
    return notice(
      isError ? 'error' : 'warning',
      html`<p><strong>${headingOf(cause, problems.length)}</strong></p>
        ${
          cause !== undefined && only && others.length === 0
            ? html`<p>${this.#sentence(only)}</p>`
            : html`<ul>
                ${problems.map((problem) => html`<li>${this.#sentence(problem)}</li>`)}
              </ul>`
        }
        ${actions.length > 0 ? this.#newsButtons(actions) : nothing}`,
      icon,
    );
  }

  #newsButtons(actions: readonly NoticeAction[]): TemplateResult {
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
    // if the sentence starts with the field's label, turn the label into the link
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

function headingOf(cause: ProblemCause | undefined, count: number): string {
  return cause === undefined ? formWords.problems(count) : formWords.notSaved[cause];
}

function notice(tone: FormNotice['tone'], content: TemplateResult, icon: string = icons[tone]): TemplateResult {
  return html`<div class="notice banner ${tone}">
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
    <div class="content">${content}</div>
  </div>`;
}
