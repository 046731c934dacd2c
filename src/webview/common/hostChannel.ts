import { Channel, type Handlers, type Listeners, type Side, errorMessage } from '../../protocol/channel.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** What VS Code keeps for this webview while its tab is hidden and over a reload. */
export type WebviewState = Pick<VsCodeApi, 'getState' | 'setState'>;

export interface Host<Mine extends Side, Theirs extends Side> {
  readonly channel: Channel<Mine, Theirs>;
  readonly webviewState: WebviewState;
}

/** Once per page: VS Code gives its API only once. */
export function connectToHost<Mine extends Side, Theirs extends Side>(
  handlers: Handlers<Mine>,
  listeners: Listeners<Mine>,
): Host<Mine, Theirs> {
  const api = acquireVsCodeApi();
  const channel = new Channel<Mine, Theirs>({
    handlers,
    listeners,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is VS Code's own, not a window's
    post: (message) => api.postMessage(message),
    onBadMessage: (problem) => console.warn(`Recordbench dropped ${problem}.`),
    describeError: (error) => ({ code: 'failed', message: errorMessage(error) }),
  });
  window.addEventListener('message', (event) => channel.receive(event.data));
  return { channel, webviewState: api };
}
