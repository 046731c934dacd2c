// oxlint-disable-next-line import/no-unassigned-import -- before anything that speaks
import '../common/loadTranslation.ts';
import { t } from '@vscode/l10n';
import { type ConnectionDraft, draftProblems } from '../../model/connection/connectionDraft.ts';
import type { connectionFormHost, connectionFormView } from '../../protocol/connectionProtocol.ts';
import { connectToHost } from '../common/hostChannel.ts';
import { keepTextKeys, listenForSave } from '../common/keyboard.ts';
import { showOpening } from '../common/openingPage.ts';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild writes it beside the script
import './connection.css';
import { AddressTrial } from './addressTrial.ts';
import { ConnectionPage } from './connectionPage.ts';
import { errorMessage } from '../../protocol/channel.ts';

const root = document.querySelector('recordbench-connection') ?? document.body;

let form: ConnectionPage | undefined;
const { channel, webviewState } = connectToHost<typeof connectionFormView, typeof connectionFormHost>(
  {},
  {
    changed: (saved) => {
      if (!form) return;
      const before = form.draft.baseUrl;
      form.saved = saved;
      if (form.draft.baseUrl !== before) trial.cancel();
    },
  },
);

const trial = new AddressTrial((answer) => form?.showAddressAnswer(answer));

async function run(): Promise<void> {
  showOpening(root);
  const start = await channel.call.start();
  root.replaceChildren();
  form = new ConnectionPage(root, start, {
    onDraft: keep,
    onAddress: tryAddress,
    onAddressLeft: () => trial.finishTyping(),
    onSave: () => void save(),
    onTest: () => void test(),
    onSetToken: () => channel.tell.setToken(),
    onRevert: () => {
      if (!form?.isDirty) return;
      form.revert();
      trial.cancel();
      keep(form.draft);
    },
  });
  webviewState.setState({ connection: start.connection, draft: start.draft });
}

function keep(draft: ConnectionDraft): void {
  webviewState.setState({ ...(webviewState.getState() as object), draft });
  channel.tell.draft(draft);
}

/** One that cannot be an address says so itself, and the saved one is tried by the tree. */
function tryAddress(draft: ConnectionDraft): void {
  if (draftProblems(draft).baseUrl !== undefined || draft.baseUrl === form?.savedAddress) return trial.cancel();
  trial.plan((signal) => channel.call.tryAddress(draft, signal));
}

async function save(): Promise<void> {
  if (!form?.isDirty || form.isBusy) return;
  if (form.hasProblems) return form.focusProblem();
  form.say({ tone: 'plain', sentence: t('Saving…') }, true);
  try {
    const sent = form.draft;
    const answer = await channel.call.save(sent);
    if (answer === null) return form.say(undefined);
    if ('problems' in answer) return form.say({ tone: 'bad', sentence: t('It could not be saved like this.') });
    form.accept(sent, answer.saved);
    keep(form.draft);
  } catch (error) {
    form.say({ tone: 'bad', sentence: errorMessage(error) });
  }
}

async function test(): Promise<void> {
  if (!form || form.isBusy) return;
  if (form.hasProblems) return form.focusProblem();
  form.say({ tone: 'plain', sentence: t('Trying the connection…') }, true);
  try {
    const { works, sentence } = await channel.call.test(form.draft);
    form.say({ tone: works ? 'good' : 'bad', sentence });
  } catch (error) {
    form.say({ tone: 'bad', sentence: errorMessage(error) });
  }
}

keepTextKeys(root);
// VS Code's own Save does not reach a form that is no document
listenForSave(() => ({ canSave: true, save: () => void save() }));

void run();
