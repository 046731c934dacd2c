import { Channel, type Handlers, RemoteError, type Side } from '../../../src/features/common/channel.ts';

export interface Received {
  readonly name: string;
  readonly data: unknown;
  /** Which host it was, if a page has several. */
  readonly by?: string;
}

/** The host's end of the channel. Records received events; answers errors like the real host. */
export function openChannel<Mine extends Side, Theirs extends Side>(
  mine: Mine,
  theirs: Theirs,
  handlers: Handlers<Mine>,
  received: Received[],
): Channel<Mine, Theirs> {
  return new Channel({
    mine,
    theirs,
    handlers,
    listeners: Object.fromEntries(
      Object.keys(mine.events).map((name) => [
        name,
        (data: unknown) => name === 'shown' || received.push({ name, data }),
      ]),
    ) as never,
    post: (message) => window.postMessage({ toView: message }, '*'),
    onBadMessage: (problem) => received.push({ name: 'badMessage', data: problem }),
    describeError: (error) => ({
      code: error instanceof RemoteError ? error.code : 'failed',
      message: error instanceof Error ? error.message : '?',
    }),
  });
}

/** Provides the VS Code API for the page and `testHost` for the test. */
export function installStubHost(testHost: object, receive: (message: unknown) => void): void {
  // the page receives every message of its window, so messages for it are re-sent the way VS Code would
  window.addEventListener('message', (event: MessageEvent<{ toView?: unknown }>) => {
    if (!event.data.toView) return;
    event.stopImmediatePropagation();
    window.dispatchEvent(new MessageEvent('message', { data: event.data.toView }));
  });
  let kept: unknown = JSON.parse(sessionStorage.getItem('kept') ?? 'null') ?? undefined;
  Object.assign(window, {
    testHost,
    acquireVsCodeApi: () => ({
      // VS Code sends messages as JSON
      postMessage: (message: unknown) => {
        const sent = JSON.stringify(message);
        setTimeout(() => receive(JSON.parse(sent)));
      },
      getState: () => kept,
      setState: (state: unknown) => {
        kept = state;
        sessionStorage.setItem('kept', JSON.stringify(state));
      },
    }),
  });
}
