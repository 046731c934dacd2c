// oxlint-disable-next-line import/no-unassigned-import -- before anything that speaks
import '../common/loadTranslation.ts';
import { t } from '@vscode/l10n';
import { html, nothing, render } from 'lit/html.js';
import type { SignupDraft } from '../../model/signup/signupDraft.ts';
import type { SignupAnswer, signupHost, SignupStart, signupView } from '../../protocol/signupProtocol.ts';
import { connectToHost } from '../common/hostChannel.ts';
import { keepFocus } from '../common/keyboard.ts';
import { errorMessage } from '../../protocol/channel.ts';
import { keepTextKeys } from '../common/keyboard.ts';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild writes it beside the script
import './signup.css';
import { SignupPage } from './signupPage.ts';

const root = document.querySelector<HTMLElement>('recordbench-signup') ?? document.body;
const { channel, webviewState } = connectToHost<typeof signupView, typeof signupHost>({}, {});

async function run(): Promise<void> {
  showMessage({ title: t('Sign up'), sentences: [t('Asking the service what a sign-up needs…')] });
  let start: SignupStart;
  try {
    start = await channel.call.start();
  } catch (error) {
    const again = { label: t('Retry'), press: () => void run() };
    return showMessage({ title: t('Sign up'), sentences: [errorMessage(error)], button: again });
  }
  const { service, closed, source: where, draft } = start;
  webviewState.setState({ source: where, draft });
  if (closed !== null) return showMessage({ title: t('Sign up: {0}', service), sentences: [closed] });
  root.replaceChildren();
  const view = new SignupPage(root, start, {
    onDraft: (typed) => keep(where, typed),
    onOpenLicense: () => void openLicense(view),
    onSubmit: () => void submit(view, start),
  });
}

function keep(where: SignupStart['source'], draft: SignupDraft): void {
  webviewState.setState({ source: where, draft });
  channel.tell.draft(draft);
}

async function openLicense(view: SignupPage): Promise<void> {
  try {
    await channel.call.openLicense();
    view.licenseIsOpen();
  } catch (error) {
    view.say({ tone: 'bad', sentence: errorMessage(error) });
  }
}

async function submit(view: SignupPage, { service, source: where }: SignupStart): Promise<void> {
  if (view.isBusy || !view.check()) return;
  const { submission } = view;
  view.say({ tone: 'plain', sentence: t('Signing up…') }, true);
  let answer: SignupAnswer;
  try {
    answer = await channel.call.submit(submission);
  } catch (error) {
    return view.say({ tone: 'bad', sentence: errorMessage(error) });
  }
  if (answer.kind === 'refused') return view.refuse(answer.sentence, answer.problems);
  view.forgetPasswords();
  if (answer.kind === 'unknown') return view.say({ tone: 'bad', sentence: answer.sentence });
  // a form that comes back with the window is an empty one
  webviewState.setState({ source: where });
  const label = answer.next === 'setToken' ? t('Set token…') : t('Add connection…');
  showMessage({
    title: t('Signed up: {0}', service),
    sentences: answer.sentences,
    ...(answer.next && { button: { label, press: () => channel.tell.next() } }),
  });
}

interface Message {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly button?: { readonly label: string; readonly press: () => void };
}

/** In the place of the form: that it is awaited, why there is none, or what became of it. */
function showMessage({ title, sentences, button }: Message): void {
  const page = document.createElement('main');
  page.tabIndex = -1;
  keepFocus(
    root,
    () => root.replaceChildren(page),
    () => page.focus(),
  );
  render(
    html`<h1>${title}</h1>
      <div role="status">${sentences.map((sentence) => html`<p class="message">${sentence}</p>`)}</div>
      ${button ? html`<button type="button" class="plain" @click=${button.press}>${button.label}</button>` : nothing}`,
    page,
  );
}

keepTextKeys(root);
void run();
