import { t } from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Remote } from '../../common/channel.ts';
import { type ImportMode, importModes } from '../../../model/import/importWork.ts';
import type { importHost, ImportStart, ImportState } from '../importProtocol.ts';
import { keepFocus } from '../../common/page/keyboard.ts';

type Target = ImportState['columns'][number]['target'];

const modeWords: Readonly<Record<ImportMode, () => string>> = {
  both: () => t('Change existing records, add the others'),
  change: () => t('Change only, never add'),
  add: () => t('Add only, never change'),
};

/** Maps a file's columns to fields. The host makes the decisions; the page shows its state. */
export class ImportPage {
  readonly #root: HTMLElement;
  readonly #start: ImportStart;
  readonly #host: Remote<typeof importHost>;
  readonly #reload: () => void;
  /** Labels of the fields. Two fields may have the same label. */
  readonly #labels: readonly string[];
  /** Lists that contain all fields; the others are filled on demand, because a file may have thousands of columns. */
  readonly #filled = new Set<number>();
  #state: ImportState;

  constructor(root: HTMLElement, start: ImportStart, host: Remote<typeof importHost>, reload: () => void) {
    this.#root = root;
    this.#start = start;
    this.#host = host;
    this.#reload = reload;
    this.#state = start.state;
    const byLabel = Map.groupBy(start.fields, ({ label }) => label);
    this.#labels = start.fields.map(({ label, name }) =>
      (byLabel.get(label)?.length ?? 0) > 1 ? `${label} (${name})` : label,
    );
    this.#show();
  }

  set state(state: ImportState) {
    this.#state = state;
    this.#show();
  }

  #show(): void {
    keepFocus(
      this.#root,
      () => this.#render(this.#state),
      () => this.#root.querySelector<HTMLElement>('[role=status]')?.focus(),
    );
  }

  #render(state: ImportState): void {
    const { isBusy, problem, remarks } = state;
    render(
      html`<main>
        <h1>${this.#start.title}</h1>
        <div class="bar">
          <p role="status" tabindex="-1" class="said ${problem === null ? '' : 'bad'}">${problem ?? state.summary}</p>
          <div class="buttons">
            <button
              type="button"
              class="plain"
              ?disabled=${isBusy || problem !== null}
              @click=${() => this.#host.notify.preview()}
            >
              ${t('Preview changes')}
            </button>
            <button type="button" class="plain second" ?disabled=${isBusy} @click=${this.#reload}>
              ${t('Reload file')}
            </button>
          </div>
        </div>
        <div class="explain">
          ${remarks.map(({ tone, text }) => html`<p class="remark ${tone}">${text}</p>`)} ${this.#mode(state)}
          ${this.#match(state)}
        </div>
        <table>
          <thead class="table-header">
            <tr>
              <th scope="col">${t('Column')}</th>
              <th scope="col">${t('Sample values')}</th>
              <th scope="col">${t('Field')}</th>
            </tr>
          </thead>
          <tbody>
            ${state.columns.map((column, at) => this.#column(column, at, isBusy))}
          </tbody>
        </table>
      </main>`,
      this.#root,
    );
    // after its options, which may have changed
    const match = this.#root.querySelector<HTMLSelectElement>('#match');
    if (match) match.value = String(state.match ?? '');
  }

  #mode({ mode, isBusy }: ImportState): TemplateResult {
    return html`<div class="match">
      <label for="mode">${t('Import mode')}</label>
      <select
        id="mode"
        aria-describedby="outcome"
        ?disabled=${isBusy}
        .value=${live(mode)}
        @change=${(event: Event) => this.#host.notify.mode((event.target as HTMLSelectElement).value as ImportMode)}
      >
        ${importModes.map((one) => html`<option value=${one} ?selected=${one === mode}>${modeWords[one]()}</option>`)}
      </select>
    </div>`;
  }

  #match({ matches, match, outcome, isBusy }: ImportState): TemplateResult {
    const words = (target: (typeof matches)[number]): string => {
      if (target === 'id') return t('Id');
      return target === 'none' ? t('None: add every record') : (this.#labels[target] ?? '');
    };
    return html`<div class="match">
        <label for="match">${t('Match records by')}</label>
        <select
          id="match"
          aria-describedby="outcome"
          ?disabled=${isBusy}
          @change=${(event: Event) => {
            const found = matches.find((one) => String(one) === (event.target as HTMLSelectElement).value);
            if (found !== undefined) this.#host.notify.match(found);
          }}
        >
          ${match === null ? html`<option value="">${t('Choose…')}</option>` : nothing}
          ${matches.map((one) => html`<option value=${one}>${words(one)}</option>`)}
        </select>
      </div>
      <p id="outcome" class="help">${outcome}</p>`;
  }

  #column({ target, note }: ImportState['columns'][number], at: number, isBusy: boolean): TemplateResult {
    const { title, samples } = this.#start.columns[at] ?? { title: '', samples: [] };
    const name = title === '' ? t('(no title)') : title;
    return html`<tr class=${note?.tone ?? ''}>
      <th scope="row">${name}</th>
      <td>
        ${samples.length === 0 ? html`<span class="none">${t('(empty)')}</span>` : nothing}
        ${samples.map((sample) => html`<div class="sample">${sample}</div>`)}
      </td>
      <td>
        <select
          aria-label=${t('Field for “{0}”', name)}
          aria-describedby=${note ? `note-${at}` : nothing}
          aria-invalid=${note?.tone === 'error' ? 'true' : nothing}
          ?disabled=${isBusy}
          .value=${live(String(target))}
          @focusin=${({ currentTarget }: Event) => this.#fill(at, currentTarget as HTMLSelectElement)}
          @pointerenter=${({ currentTarget }: Event) => this.#fill(at, currentTarget as HTMLSelectElement)}
          @change=${(event: Event) => this.#choose(at, (event.target as HTMLSelectElement).value)}
        >
          ${this.#options(target, this.#filled.has(at))}
        </select>
        ${note ? html`<p id="note-${at}" class="remark ${note.tone}">${note.text}</p>` : nothing}
      </td>
    </tr>`;
  }

  #options(chosen: Target, isFilled: boolean): TemplateResult[] {
    // keep the order: otherwise the browser would keep showing the option at the old index
    const all: readonly Target[] = isFilled ? ['skip', 'id', ...this.#labels.keys(), 'unmapped'] : [chosen];
    return all.map(
      (one) =>
        html`<option value=${one} ?selected=${one === chosen} ?hidden=${isFilled && one === 'unmapped'}>
          ${this.#words(one)}
        </option>`,
    );
  }

  #words(target: Target): string {
    if (target === 'unmapped') return t('Not mapped');
    if (target === 'skip') return t('Skip this column');
    return target === 'id' ? t('Record id') : (this.#labels[target] ?? '');
  }

  #fill(at: number, select: HTMLSelectElement): void {
    if (this.#filled.has(at)) return;
    this.#filled.add(at);
    const { value } = select;
    this.#show();
    select.value = value;
  }

  #choose(column: number, value: string): void {
    const target = /^\d+$/.test(value) ? Number(value) : (value as Target);
    this.#host.notify.choose({ column, target });
  }
}
