import type { Connections } from './connections.ts';

/** Waits until the connection exists or the timeout expires: the demo needs a moment after a window opens. */
export async function awaitedConnection(connections: Connections, id: string, timeoutMs: number): Promise<void> {
  if (connections.get(id) || timeoutMs <= 0) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, timeoutMs);
    const listening = connections.onDidChange(() => {
      if (connections.get(id)) end();
    });
    function end(): void {
      clearTimeout(timer);
      listening.dispose();
      resolve();
    }
  });
}
