import { isConnectionsMessage } from '../../model/connection/shownConnection.ts';
import { Channel, errorMessage, type Handlers, isStart, type Listeners, type Side } from '../../protocol/channel.ts';
import { showConnections, showFirstConnections } from './connectionBand.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

declare global {
  interface Window {
    /** Of a page that has asked for its start before its script was there (`webviewHtml.ts`). */
    readonly recordbenchHost?: { readonly api: VsCodeApi; readonly listen: (hear: (message: unknown) => void) => void };
  }
}

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
  const begun = window.recordbenchHost;
  const api = begun?.api ?? acquireVsCodeApi();
  let isAsked = begun !== undefined;
  const receive = (message: unknown): void =>
    isConnectionsMessage(message) ? showConnections(message.data) : channel.receive(message);
  showFirstConnections();
  const channel = new Channel<Mine, Theirs>({
    handlers,
    listeners,
    post: (message) => {
      if (isAsked && isStart(message)) {
        isAsked = false;
        begun?.listen(receive);
      }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is VS Code's own, not a window's
      else api.postMessage(message);
    },
    onBadMessage: (problem) => console.warn(`Recordbench dropped ${problem}.`),
    describeError: (error) => ({ code: 'failed', message: errorMessage(error) }),
  });
  if (!begun) window.addEventListener('message', (event) => receive(event.data));
  return { channel, webviewState: api };
}
