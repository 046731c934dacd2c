import type { TableViewState, TableStart } from '../tableProtocol.ts';
import type { WebviewState } from '../../common/page/hostChannel.ts';

/** VS Code stores webview state of this size without problems. */
const maxIds = 10_000;
const pause = 300;

/**
 * The newer of the states stored by VS Code and by the host. A link starts from scratch. VS Code's is ignored if a
 * version with another format wrote it.
 */
export async function latestViewState(
  state: WebviewState,
  { query, view }: Pick<TableStart, 'query' | 'view'>,
): Promise<TableViewState | undefined> {
  if (query) return undefined;
  const saved = state.getState() as { readonly at?: unknown } | null | undefined;
  // only what may be newer is worth loading the schemas
  if (!saved || (view && typeof saved.at === 'number' && view.at >= saved.at)) return view ?? undefined;
  const { tableViewState } = await import('../tableProtocol.ts');
  const { data: own } = tableViewState.safeParse(saved);
  return view && (!own || view.at > own.at) ? view : own;
}

/** Stores the view state, debounced and only if it changed: every scroll step calls this. */
export class ViewStateSaver {
  readonly #state: WebviewState;
  readonly #send: (view: TableViewState) => void;
  #latest: (() => TableViewState) | undefined;
  #before = '';

  constructor(state: WebviewState, send: (view: TableViewState) => void) {
    this.#state = state;
    this.#send = send;
  }

  saveSoon(view: () => TableViewState): void {
    if (!this.#latest) setTimeout(() => this.saveNow(), pause);
    this.#latest = view;
  }

  /** Call before something replaces the table: a hidden page is destroyed and can't run code. */
  saveNow(): void {
    const now = this.#latest && bounded(this.#latest());
    this.#latest = undefined;
    const { at: _, ...looks } = now ?? { at: 0 };
    const text = JSON.stringify(looks);
    if (!now || text === this.#before) return;
    this.#before = text;
    this.#state.setState(now);
    this.#send(now);
  }
}

function bounded(view: TableViewState): TableViewState {
  return view.selection.ids.length > maxIds ? { ...view, selection: { all: false, ids: [] } } : view;
}
