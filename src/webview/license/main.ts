// oxlint-disable-next-line import/no-unassigned-import -- before anything that speaks
import '../common/loadTranslation.ts';
import type { licenseHost, licenseView } from '../../protocol/licenseProtocol.ts';
import { connectToHost } from '../common/hostChannel.ts';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild writes it beside the script
import './license.css';
import { LicensePage } from './licensePage.ts';
import { errorMessage } from '../../protocol/channel.ts';

const root = document.querySelector('recordbench-license') ?? document.body;
const { channel, webviewState } = connectToHost<typeof licenseView, typeof licenseHost>({}, {});

async function run(): Promise<void> {
  const page = new LicensePage(root, {
    onCopy: (text) => channel.tell.copy(text),
    onOpenAsText: (text) => channel.tell.openAsText(text),
    onLink: (address) => channel.tell.openLink(address),
    onRetry: () => void read(page),
  });
  await read(page);
}

async function read(page: LicensePage): Promise<void> {
  page.showReading();
  try {
    const start = await channel.call.start();
    webviewState.setState({ source: start.source });
    page.show(start);
  } catch (error) {
    page.showFailure(errorMessage(error));
  }
}

void run();
