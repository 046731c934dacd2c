// oxlint-disable-next-line import/no-unassigned-import -- sets up translation before any message is used
import '../../common/page/loadTranslation.ts';
import { errorMessage } from '../../common/channel.ts';
import type { FormFailure, formHost, FormOpening, formView } from '../formProtocol.ts';
import { connectToHost } from '../../common/page/hostChannel.ts';
import { listenForSave } from '../../common/page/keyboard.ts';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild writes it beside the script
import './form.css';
import { FormApp } from './formApp.ts';
import { StateSaver, readSavedFormState } from './savedFormState.ts';
import { showFailure } from '../../common/page/failurePage.ts';
import { showOpening } from '../../common/page/openingPage.ts';
import { formWords } from './formWords.ts';

/** The page contains `<recordbench-form></recordbench-form>`, the root of everything else. */
const root = document.querySelector<HTMLElement>('recordbench-form') ?? document.body;

/** Undefined until the host has sent the start data. */
let app: FormApp | undefined;

const { channel, webviewState } = connectToHost<typeof formView, typeof formHost>(
  { commit: () => app?.commit() },
  {
    state: (state) => app?.setState(state),
    restart: (start) => show(start),
    focusField: ({ key }) => app?.focusField(key),
    related: ({ name, message }) => app?.receiveRelated(name, message),
  },
);
const saver = new StateSaver(webviewState, () => app?.savedState);

window.addEventListener('pagehide', () => {
  saver.saveNow();
  app?.leave();
});
document.addEventListener('visibilitychange', () => saver.saveNow());
listenForSave(() => app);
void begin();

async function begin(): Promise<void> {
  showOpening(root);
  try {
    show(await channel.call.start());
  } catch (error) {
    const sentence = `${formWords.couldNotStart} ${errorMessage(error)}`;
    showFailure(root, { sentence, buttons: [{ label: formWords.failureActions.retry, press: () => void begin() }] });
  } finally {
    requestAnimationFrame(() => requestAnimationFrame(() => channel.notify.shown()));
  }
}

/** The host may send something to show before it replies to the start request. */
function show(start: FormOpening): void {
  if ('failure' in start) showFormFailure(start.failure);
  else if (app) app.restart(start);
  else app = new FormApp(root, start, channel, readSavedFormState(webviewState), saver);
}

/** Keeps an open form: it reports itself that the record couldn't be reloaded. */
function showFormFailure({ sentence, outlook, actions }: FormFailure): void {
  if (app) return;
  const buttons = actions.map((name) => ({
    label: formWords.failureActions[name],
    press: () => channel.notify.command({ name }),
  }));
  showFailure(root, { sentence, outlook, buttons });
}
