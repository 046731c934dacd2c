// oxlint-disable-next-line import/no-unassigned-import -- before anything that speaks
import '../common/loadTranslation.ts';
import type { formHost, FormStart, formView } from '../../protocol/formProtocol.ts';
import { connectToHost } from '../common/hostChannel.ts';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild writes it beside the script
import './form.css';
import { FormApp } from './formApp.ts';
import { StateSaver, readSavedFormState } from './savedFormState.ts';
import { showStartFailure } from '../common/showStartFailure.ts';
import { formWords } from './formWords.ts';

/** The page holds `<recordbench-form></recordbench-form>`; everything is put in there. */
const root = document.querySelector<HTMLElement>('recordbench-form') ?? document.body;

/** Undefined until the host said what to show. */
let app: FormApp | undefined;

const { channel, webviewState } = connectToHost<typeof formView, typeof formHost>(
  { commit: () => app?.commit() },
  {
    state: (state) => app?.setState(state),
    restart: (start) => (app ? app.restart(start) : show(start)),
    focusField: ({ key }) => app?.focusField(key),
  },
);
const saver = new StateSaver(webviewState, () => app?.savedState);

window.addEventListener('pagehide', () => {
  saver.saveNow();
  app?.leave();
});
document.addEventListener('visibilitychange', () => saver.saveNow());
await begin();

async function begin(): Promise<void> {
  showOpening();
  try {
    const start = await channel.call.start();
    // the host may have had something to show before it answered
    if (app) app.restart(start);
    else show(start);
  } catch (error) {
    showStartFailure(root, { className: 'start', title: formWords.couldNotStart }, error, () => void begin());
  }
}

function show(start: FormStart): void {
  app = new FormApp(root, start, channel, readSavedFormState(webviewState), saver);
}

/** Until the host said what to show. */
function showOpening(): void {
  const notice = document.createElement('p');
  notice.className = 'start';
  notice.setAttribute('role', 'status');
  notice.textContent = formWords.opening;
  root.replaceChildren(notice);
}
