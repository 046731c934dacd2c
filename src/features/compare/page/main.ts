// oxlint-disable-next-line import/no-unassigned-import -- sets up translation before any message is used
import '../../common/page/loadTranslation.ts';
import type { compareHost, CompareState, compareView } from '../compareProtocol.ts';
import { connectToHost } from '../../common/page/hostChannel.ts';
import { showOpening } from '../../common/page/openingPage.ts';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild writes it beside the script
import './compare.css';
import { ComparePage } from './comparePage.ts';

const root = document.querySelector<HTMLElement>('recordbench-compare') ?? document.body;

let page: ComparePage | undefined;
let newest: CompareState | undefined;

const { channel, webviewState } = connectToHost<typeof compareView, typeof compareHost>(
  {},
  {
    state: (state) => {
      newest = state;
      if (page) page.state = state;
    },
  },
);

async function run(): Promise<void> {
  showOpening(root);
  const start = await channel.call.start();
  webviewState.setState({ id: start.id });
  root.replaceChildren();
  page = new ComparePage(root, newest ?? start, channel);
}

void run();
