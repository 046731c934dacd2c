// oxlint-disable-next-line import/no-unassigned-import -- sets up translation before any message is used
import '../../../common/page/loadTranslation.ts';
import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { type FileValue, isEmpty, isFile } from '../../../../model/form/fieldValue.ts';
import type { JsonValue } from '../../../../model/json.ts';
import { saidOnce } from '../../../../model/serviceWords.ts';
import { type SignupInput, type SignupProblems, signupProblems } from '../../../../model/signup/signupInput.ts';
import {
  chosenLater,
  confirmField,
  licenseField,
  pictureField,
  type SignupField,
  signupSections,
} from '../../../../model/signup/signupFields.ts';
import { errorMessage } from '../../../common/channel.ts';
import type { SignupAnswer, signupHost, SignupStart, SignupSubmission, signupView } from '../../accountProtocol.ts';
import { correctionsNeeded } from '../../../common/page/formMessage.ts';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild writes it beside the script
import '../../../common/page/formPage.css';
import { connectToHost } from '../../../common/page/hostChannel.ts';
import { keepFocus, keepTextKeys } from '../../../common/page/keyboard.ts';
import { openPage } from '../../../common/page/openingPage.ts';
import { base64OfDataUrl, readDataUrl } from '../../../common/page/readFile.ts';
import type { FileService } from '../../../common/page/fields/fieldControl.ts';
import { FieldsPage, type PageField, type PageState } from '../../../common/page/fields/fieldsPage.ts';

/** A picked file, kept in this page until it is sent. */
interface PickedFile extends FileValue {
  /** As a `data:` URL. */
  readonly address: string;
}

const root = document.querySelector<HTMLElement>('recordbench-signup') ?? document.body;
const { channel, webviewState } = connectToHost<typeof signupView, typeof signupHost>({}, {});

/** The entered values, their validation errors and the service's messages. */
class SignupForm {
  readonly #start: SignupStart;
  readonly #page: FieldsPage<string>;
  readonly #fields: ReadonlyMap<string, SignupField>;
  /** Fields that lost focus. Errors are shown for these, and for all fields after the first submit. */
  readonly #left = new Set<string>();
  #hasTried = false;
  /** Passwords and files leave the page only in the submit request. */
  #values: Readonly<Record<string, string | string[] | PickedFile>>;
  #refused: SignupProblems = {};
  #isLicenseOpened: boolean;

  constructor(start: SignupStart) {
    this.#start = start;
    this.#isLicenseOpened = start.isLicenseOpened;
    this.#values = start.draft as Record<string, string | string[]>;
    // acceptance from before a reload doesn't apply to a license that has not been opened yet
    if (!start.isLicenseOpened) this.#values = { ...this.#values, [licenseField]: '' };
    const sections = signupSections(start.offer);
    this.#fields = new Map(sections.flatMap(({ fields }) => fields.map((field) => [field.key, field] as const)));
    this.#page = new FieldsPage({
      root,
      sections: sections.map((section) => ({
        ...section,
        fields: section.fields.map((field) => this.#pageField(field)),
      })),
      state: (isBusy) => this.#state(isBusy),
      onChange: (key, value) => this.#change(key, value),
      onLeave: (key) => {
        // an empty field that was only tabbed through is not an error yet
        if (!isEmpty(this.#values[key]) || key === confirmField) this.#left.add(key);
        this.#page.show();
      },
    });
  }

  #pageField(field: SignupField): PageField<string> {
    const { key, kind, isRequired, isRequiredInPart = false } = field;
    const mark =
      kind === 'boolean' ? '' : !isRequired && isRequiredInPart ? t('(required in this section)') : undefined;
    return {
      ...field,
      ...(mark !== undefined && { mark }),
      ...(kind === 'choice' && { placeholder: isRequired ? t('Choose…') : t('None') }),
      ...(kind === 'file' && { services: { files: this.#fileService(key) } }),
      ...(key === licenseField && { button: { label: t('Open the license'), press: () => void this.#openLicense() } }),
    };
  }

  #fileService(key: string): FileService {
    return {
      attach: async (file) => {
        const { name, type } = file;
        const bytes = new Uint8Array(await file.arrayBuffer());
        this.#put(key, { name, type, bytes, address: await readDataUrl(file) });
        this.#left.add(key);
        this.#page.showChange();
      },
      ...(key === pictureField && { accept: 'image/*', removeLabel: t('Remove picture') }),
      preview: () => {
        const file = this.#values[key];
        if (!isFile(file) || !file.type.startsWith('image/')) return undefined;
        return { address: file.address, text: t('The chosen picture, {0}', file.name) };
      },
    };
  }

  #change(key: string, value: JsonValue | undefined): void {
    const kind = this.#fields.get(key)?.kind;
    const isTyped = typeof value === 'string' || Array.isArray(value);
    this.#put(key, !isTyped || (kind === 'boolean' && value !== '1') ? '' : (value as string | string[]));
    if (kind !== 'password' && kind !== 'file') this.#keepDraft();
  }

  /** Clears the service's error about the previous value. */
  #put(key: string, value: string | string[] | PickedFile): void {
    this.#values = { ...this.#values, [key]: value };
    const { [key]: _, ...others } = this.#refused;
    this.#refused = others;
  }

  #keepDraft(): void {
    const { source } = this.#start;
    const isLasting = (key: string): boolean => !['password', 'file'].includes(this.#fields.get(key)?.kind ?? '');
    const draft = Object.fromEntries(Object.entries(this.#values).filter(([key]) => isLasting(key))) as SignupInput;
    webviewState.setState({ source, draft });
    channel.notify.draft(draft);
  }

  async #openLicense(): Promise<void> {
    try {
      await channel.call.openLicense();
      this.#isLicenseOpened = true;
      this.#page.say(undefined);
    } catch (error) {
      this.#page.say({ tone: 'bad', sentence: errorMessage(error) });
    }
  }

  async #submit(): Promise<void> {
    if (this.#page.isBusy) return;
    this.#hasTried = true;
    // the service may accept the value now, or after a change elsewhere
    this.#refused = {};
    this.#page.show();
    if (Object.keys(this.#problems()).length > 0) return this.#page.focusProblem();
    this.#page.say({ tone: 'plain', sentence: t('Signing up…') }, true);
    let answer: SignupAnswer;
    try {
      answer = await channel.call.submit(this.#submission());
    } catch (error) {
      return this.#page.say({ tone: 'bad', sentence: errorMessage(error) });
    }
    if (answer.kind === 'refused') {
      this.#refused = answer.problems;
      this.#page.say({ tone: 'bad', sentence: answer.sentence });
      return this.#page.focusProblem();
    }
    for (const { key, kind } of this.#fields.values()) if (kind === 'password') this.#put(key, '');
    if (answer.kind === 'done') return this.#finish(answer);
    this.#page.say({ tone: 'bad', sentence: answer.sentence });
  }

  #submission(): SignupSubmission {
    const values: Record<string, string | string[]> = {};
    const files: SignupSubmission['files'] = {};
    for (const [key, value] of Object.entries(this.#values)) {
      if (!isFile(value)) values[key] = value;
      else files[key] = { name: value.name, type: value.type, base64: base64OfDataUrl(value.address) };
    }
    return { values, files };
  }

  #finish({ sentences, next }: SignupAnswer & { readonly kind: 'done' }): void {
    const { service, source } = this.#start;
    // a form restored with the window starts empty
    webviewState.setState({ source });
    const label = next === 'setToken' ? t('Set token…') : t('Add connection…');
    showSentences(t('Signed up: {0}', service), sentences, next ? [{ label, press: () => channel.notify.next() }] : []);
  }

  #problems(): SignupProblems {
    return { ...this.#refused, ...signupProblems(this.#start.offer, this.#values) };
  }

  #state(isBusy: boolean): PageState<string> {
    const { service, address, offer } = this.#start;
    const problems = this.#problems();
    const showsProblem = (key: string): boolean =>
      this.#hasTried || this.#left.has(key) || this.#refused[key] !== undefined;
    return {
      title: t('Sign up: {0}', service),
      intro: html`<p class="help">${address}</p>
        ${saidOnce(offer.form.messages).map((text) => html`<p class="remark" dir="auto">${text}</p>`)}`,
      outro: laterChoices(this.#start),
      field: (key) => ({
        value: shownValue(this.#values[key]),
        problem: showsProblem(key) ? problems[key] : undefined,
        isDisabled: key === licenseField && !this.#isLicenseOpened,
      }),
      message: this.#hasTried ? correctionsNeeded(Object.keys(problems).length) : undefined,
      buttons: [{ label: t('Sign up'), press: () => void this.#submit(), isOff: isBusy }],
    };
  }
}

function shownValue(value: string | string[] | PickedFile | undefined): JsonValue {
  return isFile(value) ? { $file: { name: value.name, size: value.bytes.length } } : (value ?? '');
}

function laterChoices({ offer }: SignupStart): TemplateResult | typeof nothing {
  const later = chosenLater(offer);
  if (later.length === 0) return nothing;
  return html`<details>
    <summary>${t('Options available after you sign in')}</summary>
    <p class="help">${t("You can't choose these during sign-up. Look for them in your account afterward.")}</p>
    <dl>
      ${later.map(
        ({ label, options }) =>
          html`<dt>${label}</dt>
            <dd>
              ${options.map(({ text, group }) => (group === undefined ? text : `${text} (${group})`)).join(', ')}
            </dd>`,
      )}
    </dl>
  </details>`;
}

/** Replaces the form: explains why there is none, or shows the result. */
function showSentences(title: string, sentences: readonly string[], buttons: PageState<never>['buttons'] = []): void {
  const text = sentences.map((sentence) => html`<p class="message">${sentence}</p>`);
  const intro = html`<div role="status">${text}</div>`;
  keepFocus(
    root,
    () =>
      new FieldsPage<never>({
        root,
        sections: [],
        state: () => ({ title, intro, buttons, field: () => ({ value: '' }) }),
      }),
    () => {
      const page = root.querySelector('main');
      page?.setAttribute('tabindex', '-1');
      page?.focus();
    },
  );
}

keepTextKeys(root);
void openPage(
  root,
  () => channel.call.start(),
  (start) => {
    const { service, closed, source, draft } = start;
    webviewState.setState({ source, draft });
    if (closed === null) void new SignupForm(start);
    else showSentences(t('Sign up: {0}', service), [closed]);
  },
);
