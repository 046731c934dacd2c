// oxlint-disable-next-line import/no-unassigned-import -- sets up translation before any message is used
import '../../common/page/loadTranslation.ts';
import { t } from '@vscode/l10n';
import { type ConnectionInput, type DraftField, draftProblems } from '../../../model/connection/connectionInput.ts';
import type { JsonValue } from '../../../model/json.ts';
import { errorMessage } from '../../common/channel.ts';
import type { connectionFormHost, ConnectionFormStart, connectionFormView } from '../connectionProtocol.ts';
import { correctionsNeeded, type FormMessage } from '../../common/page/formMessage.ts';
import { connectToHost } from '../../common/page/hostChannel.ts';
import { keepTextKeys, listenForSave } from '../../common/page/keyboard.ts';
import { openPage } from '../../common/page/openingPage.ts';
import { FieldsPage, type PageState } from '../../common/page/fields/fieldsPage.ts';
import { AddressTester } from './addressTester.ts';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild writes it beside the script
import '../../common/page/formPage.css';
import { connectionSections } from './connectionFields.ts';

/** How long the "saved" message is shown, in milliseconds. */
const messageDuration = 8_000;

const root = document.querySelector<HTMLElement>('recordbench-connection') ?? document.body;

let form: ConnectionForm | undefined;
const { channel, webviewState } = connectToHost<typeof connectionFormView, typeof connectionFormHost>(
  {},
  { changed: (saved) => form?.follow(saved) },
);

/** The input, its saved state and messages. */
class ConnectionForm {
  readonly #page: FieldsPage<DraftField>;
  readonly #trial = new AddressTester((answer) =>
    this.#page.showAnswer('baseUrl', answer ?? { tone: 'plain', sentence: '' }),
  );
  #saved: ConnectionInput;
  #draft: ConnectionInput;
  #isBulkOpen = false;

  constructor(start: ConnectionFormStart) {
    this.#saved = start.saved;
    this.#draft = start.draft;
    this.#page = new FieldsPage({
      root,
      // expand a section that has values; once expanded, only the user collapses it
      sections: connectionSections(
        start,
        () => (this.#isBulkOpen ||= this.#hasBulk('Edit') || this.#hasBulk('Delete')),
      ),
      state: (isBusy) => this.#state(isBusy),
      onChange: (key, value) => this.#change(key, value),
      onLeave: (key) => {
        if (key === 'baseUrl') this.#trial.finishTyping();
      },
    });
  }

  /** The connection was changed elsewhere; a form without unsaved input shows the change. */
  follow(saved: ConnectionInput): void {
    const before = this.#draft.baseUrl;
    if (!this.#isDirty) this.#draft = saved;
    this.#saved = saved;
    this.#page.show();
    if (this.#draft.baseUrl !== before) this.#trial.cancel();
  }

  async save(): Promise<void> {
    if (!this.#isDirty || !this.#canAsk()) return;
    this.#page.say({ tone: 'plain', sentence: t('Saving…') }, true);
    try {
      const sent = this.#draft;
      const answer = await channel.call.save(sent);
      if (answer === null) return this.#page.say(undefined);
      if ('problems' in answer)
        return this.#page.say({ tone: 'bad', sentence: t('Could not save the connection: some fields have errors.') });
      this.#accept(sent, answer.saved);
      this.#saveState();
    } catch (error) {
      this.#page.say({ tone: 'bad', sentence: errorMessage(error) });
    }
  }

  async #test(): Promise<void> {
    if (!this.#canAsk()) return;
    this.#page.say({ tone: 'plain', sentence: t('Testing the connection…') }, true);
    try {
      const { works, sentence } = await channel.call.test(this.#draft);
      this.#page.say({ tone: works ? 'good' : 'bad', sentence });
    } catch (error) {
      this.#page.say({ tone: 'bad', sentence: errorMessage(error) });
    }
  }

  #revert(): void {
    if (!this.#isDirty) return;
    this.#draft = this.#saved;
    this.#page.say(undefined);
    this.#trial.cancel();
    this.#saveState();
  }

  get #isDirty(): boolean {
    return JSON.stringify(this.#draft) !== JSON.stringify(this.#saved);
  }

  /** Allows one request at a time, and only if the input is valid. */
  #canAsk(): boolean {
    if (this.#page.isBusy) return false;
    const isFine = Object.keys(draftProblems(this.#draft)).length === 0;
    if (!isFine) this.#page.focusProblem();
    return isFine;
  }

  /**
   * Applies the saved values, which may differ from the input, for example trimmed. Keeps what was typed since they were sent.
   */
  #accept(sent: ConnectionInput, saved: ConnectionInput): void {
    const typedSince = Object.entries(this.#draft).filter(([key, value]) => value !== sent[key as DraftField]);
    this.#saved = saved;
    this.#draft = { ...saved, ...Object.fromEntries(typedSince) };
    if (this.#isDirty) return this.#page.say(undefined);
    const news: FormMessage = { tone: 'good', sentence: t('Saved') };
    this.#page.say(news);
    setTimeout(() => {
      if (this.#page.said === news) this.#page.say(undefined);
    }, messageDuration);
  }

  #change(key: DraftField, value: JsonValue | undefined): void {
    this.#draft = { ...this.#draft, [key]: value ?? '' };
    this.#saveState();
    if (key === 'baseUrl') this.#tryAddress(this.#draft);
  }

  #saveState(): void {
    webviewState.setState({ ...(webviewState.getState() as object), draft: this.#draft });
    channel.notify.draft(this.#draft);
  }

  /** Skips an invalid address, which shows its own error, and the saved one, which the tree checks. */
  #tryAddress(draft: ConnectionInput): void {
    if (draftProblems(draft).baseUrl !== undefined || draft.baseUrl === this.#saved.baseUrl)
      return this.#trial.cancel();
    this.#trial.plan((signal) => channel.call.tryAddress(draft, signal));
  }

  #state(isBusy: boolean): PageState<DraftField> {
    const problems = draftProblems(this.#draft);
    return {
      title: this.#saved.name,
      field: (key) => ({ value: this.#draft[key], problem: problems[key], isDisabled: this.#isDisabled(key) }),
      message:
        correctionsNeeded(Object.keys(problems).length) ??
        (this.#isDirty ? { tone: 'plain', sentence: t('Not saved yet.') } : undefined),
      buttons: [
        { label: t('Save'), press: () => void this.save(), isOff: isBusy || !this.#isDirty },
        { label: t('Test'), press: () => void this.#test(), isOff: isBusy },
        { label: t('Set token…'), press: () => channel.notify.setToken() },
        { label: t('Undo changes'), press: () => this.#revert(), isOff: !this.#isDirty },
      ],
    };
  }

  /** Bulk endpoint options are disabled until there is an endpoint. */
  #isDisabled(key: DraftField): boolean {
    const [, work] = /^bulk(Edit|Delete)(?!Path)/.exec(key) ?? [];
    return work !== undefined && !this.#hasBulk(work as 'Edit' | 'Delete');
  }

  #hasBulk(work: 'Edit' | 'Delete'): boolean {
    return this.#draft[`bulk${work}Path`].trim() !== '';
  }
}

keepTextKeys(root);
// VS Code's Save doesn't reach a webview that isn't a document editor
listenForSave(() => ({ canSave: true, save: () => void form?.save() }));

void openPage(
  root,
  () => channel.call.start(),
  (start) => {
    form = new ConnectionForm(start);
    webviewState.setState({ connection: start.connection, draft: start.draft });
  },
);
