import { Channel, errorMessage, type Remote } from '../../common/channel.ts';
import type { FormHost, FormStart, RelatedRecords } from '../formProtocol.ts';
import type { TableHost, tableHost, tableView } from '../../table/tableProtocol.ts';
import { undoStep } from '../../common/page/keyboard.ts';
import { showFailure } from '../../common/page/failurePage.ts';
import type { TableApp } from '../../table/page/tableApp.ts';
import { tableListeners } from '../../table/page/tableListeners.ts';
import type { ExpandedSections } from './formSections.ts';
import { formWords } from './formWords.ts';

const rowHeight = 24;
const maxRows = 12;

/** Table of an association's records: the same as in a tab, with its messages passing through this page. */
class RelatedTable {
  readonly element = document.createElement('div');
  readonly name: string;
  readonly title: string;
  readonly #root = document.createElement('recordbench-table');
  readonly #related: RelatedRecords;
  readonly #host: FormHost;
  #channel: Channel<typeof tableView, typeof tableHost> | undefined;
  #app: TableApp | undefined;

  constructor(related: RelatedRecords, host: FormHost) {
    this.#related = related;
    this.#host = host;
    this.name = related.name;
    const label = related.label.trim() || related.name;
    this.title = related.count === undefined ? label : formWords.counted(label, related.count);
    this.element.className = 'related-table';
    this.#root.addEventListener('keydown', (event) => this.#undo(event));
  }

  /** Loads the records on the first call. */
  fill(): void {
    if (this.element.childElementCount > 0) return;
    if (this.#related.controller !== undefined) {
      this.element.append(this.#root);
      return void this.#open();
    }
    const unknown = document.createElement('p');
    unknown.className = 'help';
    unknown.textContent = formWords.relatedUnknown;
    this.element.append(unknown);
  }

  refresh(): void {
    this.#app?.refresh();
  }

  receive(message: unknown): void {
    this.#channel?.receive(message);
  }

  /** Undoes staged cells of this table, not edits of the surrounding form. A field in it has its own undo. */
  #undo(event: KeyboardEvent): void {
    const step = undoStep(event);
    if (step === undefined) return;
    event.stopPropagation();
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    void this.#app?.saving.commit().then(() => this.#channel?.notify.command({ name: step }));
  }

  async #open(): Promise<void> {
    this.#channel ??= new Channel<typeof tableView, typeof tableHost>({
      ...tableListeners(() => this.#app),
      post: (message) => this.#host.notify.related({ name: this.name, message }),
      onBadMessage: (problem) => console.warn(`Recordbench dropped ${problem}.`),
      describeError: (error) => ({ code: 'failed', message: errorMessage(error) }),
    });
    const channel = this.#channel;
    try {
      const [{ TableApp: App }, start] = await Promise.all([
        import('../../table/page/tableApp.ts'),
        channel.call.start(),
      ]);
      const saver = {
        saveNow: () => undefined,
        saveSoon: () => undefined,
      };
      this.#fit(start.first?.rows.total ?? 0);
      this.#app = new App(this.#root, start, this.#measured(channel), start.view ?? undefined, saver);
    } catch (error) {
      const sentence = errorMessage(error);
      const buttons = [{ label: formWords.failureActions.retry, press: () => void this.#open() }];
      showFailure(this.#root, { sentence, buttons });
    }
  }

  /** Derives the table's height from the rows that pass through. */
  #measured({ call, notify }: Remote<typeof tableHost>): TableHost {
    const rows: TableHost['call']['rows'] = async (...args) => {
      const answer = await call.rows(...args);
      this.#fit(answer.total ?? answer.rows.length);
      return answer;
    };
    return { notify, call: new Proxy(call, { get: (all, name) => (name === 'rows' ? rows : Reflect.get(all, name)) }) };
  }

  /** Fits the height to the rows, up to a limit. */
  #fit(count: number): void {
    const rows = Math.max(2, Math.min(maxRows, count));
    this.element.style.setProperty('--rows', `${rows * rowHeight}px`);
  }
}

/** Related records, each association collapsed until opened. */
export class RelatedRecordsView {
  readonly element = document.createElement('section');
  readonly #host: FormHost;
  readonly #expanded: ExpandedSections;
  #shown = '';
  #tables: RelatedTable[] = [];

  constructor(host: FormHost, expanded: ExpandedSections) {
    this.#host = host;
    this.#expanded = expanded;
    this.element.className = 'related';
    this.element.ariaLabel = formWords.related;
  }

  show(start: FormStart): void {
    const { form, isNew } = start;
    const related = isNew ? [] : form.related;
    this.element.hidden = related.length === 0;
    const shown = JSON.stringify(related);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#tables = related.map((one) => new RelatedTable(one, this.#host));
    const title = document.createElement('h2');
    title.textContent = formWords.related;
    this.element.replaceChildren(title, ...this.#tables.map((table, index) => this.#fold(table, index)));
  }

  refresh(): void {
    for (const table of this.#tables) table.refresh();
  }

  /** Handles a message from the host of one of the tables. */
  receive(name: string, message: unknown): void {
    this.#tables.find((table) => table.name === name)?.receive(message);
  }

  #fold(table: RelatedTable, index: number): HTMLDetailsElement {
    const details = document.createElement('details');
    details.className = 'section';
    const summary = document.createElement('summary');
    const title = document.createElement('span');
    title.id = `related-${index}`;
    title.setAttribute('role', 'heading');
    title.ariaLevel = '3';
    title.dir = 'auto';
    title.textContent = table.title;
    summary.append(title);
    details.setAttribute('aria-labelledby', title.id);
    details.append(summary, table.element);
    this.#expanded.follow(details, `related ${table.name}`, false);
    if (details.open) table.fill();
    details.addEventListener('toggle', () => {
      if (details.open) table.fill();
    });
    return details;
  }
}
