// oxlint-disable-next-line import/no-unassigned-import -- sets up translation before any message is used
import '../../common/page/loadTranslation.ts';
import { t } from '@vscode/l10n';
import { html, render } from 'lit';
import { errorMessage } from '../../common/channel.ts';
import type { importHost, ImportStart, ImportState, importView } from '../importProtocol.ts';
import { connectToHost } from '../../common/page/hostChannel.ts';
import { showOpening } from '../../common/page/openingPage.ts';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild writes it beside the script
import './import.css';
import { ImportPage } from './importPage.ts';

const root = document.querySelector<HTMLElement>('recordbench-import') ?? document.body;

let page: ImportPage | undefined;
let newest: ImportState | undefined;

const { channel, webviewState } = connectToHost<typeof importView, typeof importHost>(
  {},
  {
    state: (state) => {
      newest = state;
      if (page) page.state = state;
    },
    storeState: (saved) => webviewState.setState(saved),
  },
);

async function show(read: () => Promise<ImportStart>): Promise<void> {
  page = undefined;
  newest = undefined;
  showOpening(root);
  const content = document.createElement('div');
  content.className = 'content';
  try {
    const start = await read();
    page = new ImportPage(content, start, channel, reload);
    if (newest) page.state = newest;
  } catch (error) {
    const failure = html`<main class="empty">
      <div role="alert"><h1>${errorMessage(error)}</h1></div>
      <button type="button" class="plain" @click=${reload}>${t('Try again')}</button>
    </main>`;
    render(failure, content);
  }
  root.replaceChildren(content);
}

function reload(): void {
  void show(() => channel.call.reload());
}

void show(() => channel.call.start());
