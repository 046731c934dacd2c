import { isConnectionsMessage, type ShownConnection } from '../../../model/connection/shownConnection.ts';
import { Channel, errorMessage, type Handlers, isStart, type Listeners, type Side } from '../channel.ts';
import { t } from '@vscode/l10n';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

declare global {
  interface Window {
    /** Set if the page requested its start data before its script loaded (`webviewHtml.ts`). */
    readonly recordbenchHost?: {
      readonly api: VsCodeApi;
      readonly listen: (listener: (message: unknown) => void) => void;
    };
  }
}

/** State that VS Code stores for this webview while its tab is hidden and across reloads. */
export type WebviewState = Pick<VsCodeApi, 'getState' | 'setState'>;

export interface Host<Mine extends Side, Theirs extends Side> {
  readonly channel: Channel<Mine, Theirs>;
  readonly webviewState: WebviewState;
}

/** Call once per page: VS Code provides its API only once. */
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

/** Banner at the top of a page: name and color of each connection that it can write to. */
function showConnections(connections: readonly ShownConnection[]): void {
  const band = document.querySelector<HTMLElement>('body > .connections') ?? createBand();
  band.hidden = connections.length === 0;
  band.replaceChildren(...connections.map(createEntry));
}

/** Shows the connections that the host wrote into the page's HTML. */
function showFirstConnections(): void {
  const { shown } = document.querySelector<HTMLElement>('body > .connections')?.dataset ?? {};
  if (shown !== undefined) showConnections(JSON.parse(shown) as readonly ShownConnection[]);
}

function createBand(): HTMLElement {
  const band = document.createElement('section');
  band.className = 'connections';
  band.ariaLabel = t('Connection');
  document.body.prepend(band);
  return band;
}

function createEntry({ name, color, readOnly }: ShownConnection): HTMLElement {
  const entry = document.createElement('span');
  entry.className = `connection ${color ?? ''}`;
  const text = document.createElement('bdi');
  text.textContent = name;
  entry.append(text);
  entry.title = name;
  if (readOnly) entry.append(` (${t('read-only')})`);
  return entry;
}
