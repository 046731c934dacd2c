import type { Connections } from '../services/connections/connections.ts';
import type { RequestHistory } from '../services/connections/requestHistory.ts';
import { TreeLines } from './treeLines.ts';
import type { TreeNode } from './treeNode.ts';

/** Many requests may come at once: they are drawn together. */
const pauseMs = 200;

/** The requests of this window, the latest first. */
export class RequestsTree extends TreeLines {
  readonly #history: RequestHistory;
  readonly #connections: Pick<Connections, 'get'>;
  #nodes: typeof import('./requestNodes.ts') | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(history: RequestHistory, connections: Pick<Connections, 'get' | 'onDidChange'>) {
    super();
    this.#history = history;
    this.#connections = connections;
    const drawSoon = (): void => {
      this.#waiting ??= setTimeout(() => {
        this.#waiting = undefined;
        this.redraw();
      }, pauseMs);
    };
    history.onDidChange(drawSoon);
    connections.onDidChange(drawSoon);
  }

  protected override async loadRoots(): Promise<void> {
    this.#nodes ??= await import('./requestNodes.ts');
  }

  protected override roots(): readonly TreeNode[] | undefined {
    const nodes = this.#nodes;
    return (
      nodes &&
      this.#history.all().map((request) => {
        // as it is called now, or was while it was there
        const name = this.#connections.get(request.connection)?.name ?? request.connectionName;
        return new nodes.RequestNode(request, name);
      })
    );
  }

  override dispose(): void {
    clearTimeout(this.#waiting);
    super.dispose();
  }
}
