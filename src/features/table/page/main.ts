// oxlint-disable-next-line import/no-unassigned-import -- sets up translation before any message is used
import '../../common/page/loadTranslation.ts';
import { errorMessage } from '../../common/channel.ts';
import type { tableHost, tableView } from '../tableProtocol.ts';
import { connectToHost } from '../../common/page/hostChannel.ts';
import { listenForSave } from '../../common/page/keyboard.ts';
import { latestViewState, ViewStateSaver } from './viewState.ts';
import { showFailure } from '../../common/page/failurePage.ts';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild writes it beside the script
import './table.css';
import { TableApp } from './tableApp.ts';
import { exportMenu, tableChart } from './tableChart.ts';
import { tableListeners } from './tableListeners.ts';
import { tableWords } from './tableWords.ts';

/** The page contains `<recordbench-table></recordbench-table>`, the root of everything else. */
const root = document.querySelector('recordbench-table') ?? document.body;
root.setAttribute('role', 'main');
root.setAttribute('data-vscode-context', JSON.stringify({ preventDefaultContextMenuItems: true }));

/** Undefined until the host has sent the start data. */
let app: TableApp | undefined;

/** Queues events: if the start reply is sent early, they arrive before the table exists. */
const waiting: ((app: TableApp) => void)[] = [];

const { handlers, listeners } = tableListeners(
  () => app,
  (work) => (app ? work(app) : void waiting.push(work)),
);
const { channel, webviewState } = connectToHost<typeof tableView, typeof tableHost>(handlers, listeners);

document.addEventListener('visibilitychange', () => app?.setVisible(document.visibilityState === 'visible'));
listenForSave(() => app?.saving);
void begin();

async function begin(): Promise<void> {
  try {
    const start = await channel.call.start();
    const view = await latestViewState(webviewState, start);
    const saver = new ViewStateSaver(webviewState, channel.notify.view);
    window.addEventListener('blur', () => saver.saveNow());
    app = new TableApp(root, start, channel, view, saver, { tableChart, exportMenu });
    for (const work of waiting.splice(0)) work(app);
  } catch (error) {
    const sentence = `${tableWords.couldNotStart} ${errorMessage(error)}`;
    showFailure(root, { sentence, buttons: [{ label: tableWords.retry, press: () => void begin() }] });
  } finally {
    requestAnimationFrame(() => requestAnimationFrame(afterFirstRows));
  }
}

/**
 * Loads the icon font last, because it is the largest resource of the page. Other styles take precedence over its own.
 */
function afterFirstRows(): void {
  channel.notify.shown();
  const styles = document.createElement('link');
  styles.rel = 'stylesheet';
  styles.href = new URL('icons.css', import.meta.url).href;
  if (!document.querySelector(`link[href="${styles.href}"]`)) document.head.prepend(styles);
}
