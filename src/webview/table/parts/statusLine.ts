import { html, nothing, render } from 'lit/html.js';
import { keepFocus } from '../../common/keptFocus.ts';
import type { Failure } from '../rows/failure.ts';
import { words } from '../words.ts';

export interface StatusState {
  readonly shown: string;
  readonly isLoading: boolean;
  readonly selection: string;
  /** The last thing that the person should know of, such as why a cell may not be edited. */
  readonly notice: string;
  readonly failure: Failure | undefined;
  /** What the button says that selects all; empty for no button. */
  readonly selectAll: string;
}

export interface StatusActions {
  readonly retry: () => void;
  readonly setToken: () => void;
  readonly selectAll: () => void;
  /** Takes the keyboard when the button that was pressed is gone. */
  readonly leave: () => void;
}

/** The line under the grid that tells what is shown, and what went wrong. */
export class StatusLine {
  readonly element = document.createElement('div');
  readonly #actions: StatusActions;

  constructor(actions: StatusActions) {
    this.#actions = actions;
    this.element.className = 'statusline';
  }

  show(state: StatusState): void {
    keepFocus(this.element, () => this.#render(state), this.#actions.leave);
  }

  #render({ shown, isLoading, selection, notice, failure, selectAll }: StatusState): void {
    render(
      html`
        <div role="status" class=${failure ? 'failed' : ''}>
          <span class="range">${shown}</span>
          ${isLoading ? html`<span class="busy">${words.loading}</span>` : nothing}
          ${selection ? html`<span class="chosen">${selection}</span>` : nothing}
          ${notice ? html`<span class="notice">${notice}</span>` : nothing}
          ${
            failure
              ? html`<span class="failure"
                  ><span class="codicon codicon-error" aria-hidden="true"></span>${failure.message}</span
                >`
              : nothing
          }
        </div>
        ${
          failure
            ? html`<button type="button" class="plain" @click=${this.#actions.retry}>${words.retry}</button>`
            : nothing
        }
        ${
          failure?.code === 'notSignedIn'
            ? html`<button type="button" class="plain" @click=${this.#actions.setToken}>${words.setToken}</button>`
            : nothing
        }
        ${
          selectAll
            ? html`<button type="button" class="linklike" @click=${this.#actions.selectAll}>${selectAll}</button>`
            : nothing
        }
      `,
      this.element,
    );
  }
}
