import type { TableViewState, TableStart } from '../tableProtocol.ts';
import type { WebviewState } from '../../common/page/hostChannel.ts';

/** VS Code keeps this much for a webview without a thought. */
const mostIds = 10_000;
const pause = 300;

/** How VS Code says that the table was left; undefined when a version wrote it that kept something else. */
export async function readSavedState(state: WebviewState): Promise<TableViewState | undefined> {
  const saved = state.getState();
  if (saved === undefined || saved === null) return undefined; // the schemas are loaded for those alone who need them
  const { tableViewState } = await import('../tableProtocol.ts');
  const read = tableViewState.safeParse(saved);
  return read.success ? read.data : undefined;
}

/** How the table was left: by VS Code or by the host, whichever knows the later one. A link begins anew. */
export function latestViewState(
  own: TableViewState | undefined,
  { query, view }: TableStart,
): TableViewState | undefined {
  if (query) return undefined;
  return view && (!own || view.at > own.at) ? view : own;
}

/** Keeps the view at most every now and then, and only when it is another: every scroll step ends here. */
export class ViewStateSaver {
  readonly #state: WebviewState;
  readonly #tell: (view: TableViewState) => void;
  #latest: (() => TableViewState) | undefined;
  #before = '';

  constructor(state: WebviewState, tell: (view: TableViewState) => void) {
    this.#state = state;
    this.#tell = tell;
  }

  saveSoon(view: () => TableViewState): void {
    if (!this.#latest) setTimeout(() => this.saveNow(), pause);
    this.#latest = view;
  }

  /** Before something takes the table's place: a page that is hidden is gone, and nothing runs in it any more. */
  saveNow(): void {
    const now = this.#latest && bounded(this.#latest());
    this.#latest = undefined;
    const { at: _, ...looks } = now ?? { at: 0 };
    const text = JSON.stringify(looks);
    if (!now || text === this.#before) return;
    this.#before = text;
    this.#state.setState(now);
    this.#tell(now);
  }
}

function bounded(view: TableViewState): TableViewState {
  return view.selection.ids.length > mostIds ? { ...view, selection: { all: false, ids: [] } } : view;
}
