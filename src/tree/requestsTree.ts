import type { Connections } from '../services/connections/connections.ts';
import type { RequestHistory } from '../services/connections/requestHistory.ts';
import { TreeLines } from './treeLines.ts';

/** Many requests may come at once: they are drawn together. */
const pauseMs = 200;

/** The requests of this window, the latest first. */
export class RequestsTree extends TreeLines {
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(history: RequestHistory, connections: Pick<Connections, 'get' | 'onDidChange'>) {
    super(async () => {
      const { RequestNode } = await import('./requestNodes.ts');
      // called as the connection is now, or was while it was there
      const nameOf = (id: string, before: string): string => connections.get(id)?.name ?? before;
      return {
        roots: () => history.all().map((sent) => new RequestNode(sent, nameOf(sent.connection, sent.connectionName))),
      };
    });
    const drawSoon = (): void => {
      this.#waiting ??= setTimeout(() => {
        this.#waiting = undefined;
        this.redraw();
      }, pauseMs);
    };
    history.onDidChange(drawSoon);
    connections.onDidChange(drawSoon);
  }

  override dispose(): void {
    clearTimeout(this.#waiting);
    super.dispose();
  }
}
