import { html, nothing, render, type TemplateResult } from 'lit';
import type { RecordField } from '../../../model/form/formElement.ts';
import type { JsonValue } from '../../../model/json.ts';
import type { FormConflict } from '../formProtocol.ts';
import { displayText } from '../../common/page/fields/valueText.ts';
import { formWords } from './formWords.ts';

type Choice = 'mine' | 'theirs' | 'original';

const longestShown = 120;

/** Offers the conflicting values of a field that two people changed, or may have changed. */
export class ConflictBox {
  readonly element = document.createElement('fieldset');
  readonly #textOf: (value: JsonValue) => string;
  readonly #choose: (choice: Choice) => void;
  readonly #compare: () => void;
  readonly #id: string;

  constructor(field: RecordField | undefined, choose: (choice: Choice) => void, compare: () => void) {
    this.#id = `conflict-${++count}`;
    this.#textOf = (value) =>
      field ? displayText(field, value) : typeof value === 'string' ? value : JSON.stringify(value);
    this.#choose = choose;
    this.#compare = compare;
    this.element.className = 'conflict';
  }

  show({ label, original, mine, theirs, shown: words, by }: FormConflict): void {
    const isKnown = original !== undefined;
    this.element.ariaLabel = isKnown ? formWords.conflictIn(label) : formWords.conflictUnknownIn(label);
    render(
      html`<legend>
          <span class="codicon codicon-warning" aria-hidden="true"></span>
          ${isKnown ? formWords.conflict : formWords.conflictUnknown}
        </legend>
        ${by === undefined || !isKnown ? nothing : html`<p class="by">${by}</p>`}
        <div class="versions">
          ${this.#version('mine', formWords.mine, mine, words)}
          ${this.#version('theirs', formWords.theirs, theirs, words)}
          ${isKnown ? this.#version('original', formWords.original, original, words) : nothing}
        </div>
        <button type="button" class="linklike" @click=${this.#compare}>${formWords.showDifference}</button>`,
      this.element,
    );
  }

  #version(choice: Choice, name: string, value: JsonValue, words: FormConflict['shown']): TemplateResult {
    const id = `${this.#id}-${choice}`;
    return html`<button type="button" class="plain second" aria-describedby=${id} @click=${() => this.#choose(choice)}>
        ${name}
      </button>
      <div class="version" id=${id} dir="auto">
        ${words?.[choice] ? lines(words[choice]) : shown(words ? '' : this.#textOf(value))}
      </div>`;
  }
}

let count = 0;

/** One line per conflicting row. */
function lines(text: string): TemplateResult {
  return html`${text.split('\n').map((line) => html`<p dir="auto">${line}</p>`)}`;
}

function shown(text: string): TemplateResult {
  if (text === '') return html`<em>${formWords.empty}</em>`;
  if (text.length <= longestShown && !text.includes('\n')) return html`${text}`;
  return html`<details>
    <summary>${text.slice(0, longestShown).replaceAll('\n', ' ')}…</summary>
    <pre>${text}</pre>
  </details>`;
}
