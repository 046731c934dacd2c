import type { KeptView, TableStart } from '../../protocol/table.ts';
import type { WebviewState } from '../common/hostChannel.ts';

/** VS Code keeps this much for a webview without a thought. */
const mostIds = 10_000;
const pause = 300;

/** How VS Code says that the table was left; undefined when a version wrote it that kept something else. */
export async function keptByVsCode(kept: WebviewState): Promise<KeptView | undefined> {
  const state = kept.getState();
  if (state === undefined || state === null) return undefined; // the schemas are loaded for those alone who need them
  const { keptView } = await import('../../protocol/table.ts');
  const read = keptView.safeParse(state);
  return read.success ? read.data : undefined;
}

/** How the table was left: by VS Code or by the host, whichever knows the later one. A link begins anew. */
export function lastView(own: KeptView | undefined, { query, view }: TableStart): KeptView | undefined {
  if (query) return undefined;
  return view && (!own || view.at > own.at) ? view : own;
}

/** Keeps the view at most every now and then, and only when it is another: every scroll step ends here. */
export class ViewKeeper {
  readonly #kept: WebviewState;
  readonly #tell: (view: KeptView) => void;
  #latest: (() => KeptView) | undefined;
  #before = '';

  constructor(kept: WebviewState, tell: (view: KeptView) => void) {
    this.#kept = kept;
    this.#tell = tell;
  }

  soon(view: () => KeptView): void {
    if (!this.#latest) setTimeout(() => this.now(), pause);
    this.#latest = view;
  }

  /** Before something takes the table's place: a page that is hidden is gone, and nothing runs in it any more. */
  now(): void {
    const now = this.#latest && bounded(this.#latest());
    this.#latest = undefined;
    const { at: _, ...looks } = now ?? { at: 0 };
    const text = JSON.stringify(looks);
    if (!now || text === this.#before) return;
    this.#before = text;
    this.#kept.setState(now);
    this.#tell(now);
  }
}

function bounded(view: KeptView): KeptView {
  return view.selection.ids.length > mostIds ? { ...view, selection: { all: false, ids: [] } } : view;
}
