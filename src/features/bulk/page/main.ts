// oxlint-disable-next-line import/no-unassigned-import -- sets up translation before any message is used
import '../../common/page/loadTranslation.ts';
import type { bulkHost, BulkState, bulkView } from '../bulkProtocol.ts';
import { connectToHost } from '../../common/page/hostChannel.ts';
import { keepTextKeys } from '../../common/page/keyboard.ts';
import { showOpening } from '../../common/page/openingPage.ts';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild writes it beside the script
import './bulk.css';
import { BulkPage } from './bulkPage.ts';

const root = document.querySelector<HTMLElement>('recordbench-bulk') ?? document.body;

let page: BulkPage | undefined;
let newest: BulkState | undefined;

const { channel, webviewState } = connectToHost<typeof bulkView, typeof bulkHost>(
  {},
  {
    state: (state) => {
      newest = state;
      if (page) page.state = state;
    },
    storeState: (subject) => webviewState.setState({ subject }),
  },
);

async function run(): Promise<void> {
  showOpening(root);
  const start = await channel.call.start();
  root.replaceChildren();
  page = new BulkPage(root, newest ?? start, channel, (drafts) => {
    const { subject } = (webviewState.getState() ?? {}) as { subject?: object };
    if (subject) webviewState.setState({ subject: { ...subject, drafts } });
  });
}

keepTextKeys(root);

void run();
