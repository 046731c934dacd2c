import { t } from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { FieldKind } from '../../model/form/fieldKind.ts';
import type { JsonValue } from '../../model/json.ts';
import {
  chosenInDraft,
  type SignupDraft,
  type SignupFiles,
  type SignupProblems,
  signupProblems,
  type SignupSecrets,
} from '../../model/signup/signupDraft.ts';
import {
  confirmField,
  licenseField,
  passwordField,
  pictureField,
  type SignupField,
  type SignupSection,
  signupSections,
  chosenLater,
} from '../../model/signup/signupFields.ts';
import { saidOnce } from '../../model/serviceWords.ts';
import type { SignupStart, SignupSubmission } from '../../protocol/signupProtocol.ts';
import { base64OfDataUrl, readDataUrl } from '../common/readFile.ts';
import { type FormMessage, correctionsNeeded } from '../common/formMessage.ts';
import type { ControlField, FileService } from '../fields/fieldControl.ts';
import { ValueField } from '../fields/valueField.ts';

/** A picture that was chosen. Its bytes are in this page until they are sent. */
interface Picture {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** As a `data:` address. */
  readonly address: string;
}

const noSecrets: SignupSecrets = { password: '', confirm: '' };
const kinds: Readonly<Record<SignupField['kind'], FieldKind>> = {
  text: 'text',
  longText: 'longText',
  password: 'password',
  choice: 'choice',
  choices: 'choices',
  file: 'file',
  switch: 'boolean',
  picture: 'file',
};

export interface SignupPageActions {
  readonly onDraft: (draft: SignupDraft) => void;
  readonly onOpenLicense: () => void;
  readonly onSubmit: () => void;
}

/** The form on the screen: what was typed, what is wrong with it, and the last thing that was said. */
export class SignupPage {
  readonly #root: HTMLElement;
  readonly #start: SignupStart;
  readonly #actions: SignupPageActions;
  readonly #sections: readonly SignupSection[];
  readonly #kinds: ReadonlyMap<string, SignupField['kind']>;
  readonly #fields = new Map<string, ValueField>();
  /** A field is told about once it was left, all of them once someone tried to sign up. */
  readonly #left = new Set<string>();
  #hasTried = false;
  #draft: SignupDraft;
  /** In the one request that sends them, and in nothing else that leaves the page. */
  #secrets = noSecrets;
  /** The picture and other files, by the keys of their fields. */
  readonly #files = new Map<string, Picture>();
  #refused: SignupProblems = {};
  #said: FormMessage | undefined;
  #isBusy = false;
  #isLicenseOpened: boolean;

  constructor(root: HTMLElement, start: SignupStart, actions: SignupPageActions) {
    this.#root = root;
    this.#start = start;
    this.#actions = actions;
    this.#sections = signupSections(start.offer);
    this.#kinds = new Map(this.#sections.flatMap(({ fields }) => fields.map(({ key, kind }) => [key, kind] as const)));
    this.#isLicenseOpened = start.isLicenseOpened;
    // accepted before a reload says nothing about a license that is yet to be opened
    this.#draft = start.isLicenseOpened ? start.draft : { ...start.draft, [licenseField]: '' };
    for (const { fields } of this.#sections) for (const field of fields) this.#fields.set(field.key, this.#make(field));
    this.#show();
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  get submission(): SignupSubmission {
    const { password, confirm, others = {} } = this.#secrets;
    const { [pictureField]: picture = null, ...files } = Object.fromEntries(
      Array.from(this.#files, ([key, { name, type, address }]) => [
        key,
        { name, type, base64: base64OfDataUrl(address) },
      ]),
    );
    return { draft: this.#draft, password, confirm, passwords: others, picture, files };
  }

  /**
   * Whether nothing is left to be mended; otherwise goes to the first field that has to be. What the service said last
   * time holds nobody back: it may be content now, or with a change elsewhere.
   */
  check(): boolean {
    this.#hasTried = true;
    this.#refused = {};
    this.#show();
    const isFine = Object.keys(this.#problems()).length === 0;
    if (!isFine) this.focusProblem();
    return isFine;
  }

  focusProblem(): void {
    this.#root.querySelector<HTMLElement>('[aria-invalid="true"]:not(:disabled)')?.focus();
  }

  say(said: FormMessage | undefined, isBusy = false): void {
    this.#said = said;
    this.#isBusy = isBusy;
    this.#show();
  }

  refuse(sentence: string, problems: SignupProblems): void {
    this.#refused = problems;
    this.#hasTried = true;
    this.say({ tone: 'bad', sentence });
    this.focusProblem();
  }

  licenseIsOpen(): void {
    this.#isLicenseOpened = true;
    this.say(undefined);
  }

  forgetPasswords(): void {
    this.#secrets = noSecrets;
    this.#show();
  }

  #problems(): SignupProblems {
    const files = Array.from(this.#files, ([key, { name, type }]) => [key, { name, type, bytes: new Uint8Array() }]);
    const own = signupProblems(
      this.#start.offer,
      this.#draft,
      this.#secrets,
      this.#files.get(pictureField),
      Object.fromEntries(files) as SignupFiles,
    );
    return { ...this.#refused, ...own };
  }

  #change({ key, kind }: SignupField, value: string): void {
    const isFile = kind === 'picture' || kind === 'file';
    if (kind === 'password') this.#secrets = withPassword(this.#secrets, key, value);
    else if (isFile) this.#files.delete(key);
    else this.#draft = { ...this.#draft, [key]: kind === 'switch' && value !== '1' ? '' : value };
    this.#mended(key);
    if (kind !== 'password' && !isFile) this.#actions.onDraft(this.#draft);
  }

  /** What the service said about a value says nothing about the next one. */
  #mended(key: string): void {
    const { [key]: _, ...others } = this.#refused;
    this.#refused = others;
    this.#said = undefined;
    this.#show();
  }

  async #attach({ key }: SignupField, file: File): Promise<void> {
    const { name, type, size } = file;
    this.#files.set(key, { name, type, size, address: await readDataUrl(file) });
    this.#left.add(key);
    this.#mended(key);
  }

  #show(): void {
    const { service, address, offer } = this.#start;
    const problems = this.#problems();
    const said = this.#said ?? this.#standing(Object.keys(problems).length);
    for (const [key, field] of this.#fields)
      field.show({
        value: this.#value(key),
        problem: this.#isTold(key) ? problems[key] : undefined,
        isDisabled: key === licenseField && !this.#isLicenseOpened,
      });
    render(
      html`<form
        novalidate
        @submit=${(event: Event) => {
          event.preventDefault();
          this.#actions.onSubmit();
        }}
      >
        <main>
          <h1>${t('Sign up: {0}', service)}</h1>
          <p class="help">${address}</p>
          ${saidOnce(offer.form.messages).map((text) => html`<p class="remark from-service" dir="auto">${text}</p>`)}
          ${this.#sections.map((section) => this.#section(section))} ${this.#later()}
        </main>
        <footer>
          <p role="status" class="said ${said.tone}">${said.sentence}</p>
          <div class="buttons">
            <button type="submit" class="plain" aria-disabled=${this.#isBusy ? 'true' : nothing}>
              ${t('Sign up')}
            </button>
          </div>
        </footer>
      </form>`,
      this.#root,
    );
  }

  #standing(problems: number): FormMessage {
    return (this.#hasTried ? correctionsNeeded(problems) : undefined) ?? { tone: 'plain', sentence: '' };
  }

  #section({ title, help, fields }: SignupSection): TemplateResult {
    return html`<fieldset>
      <legend>${title}</legend>
      ${help === undefined ? nothing : html`<p class="help">${help}</p>`}
      ${fields.map(
        ({ key }) =>
          html`${
            key === licenseField
              ? html`<button type="button" class="plain second agreement" @click=${this.#actions.onOpenLicense}>
                  ${t('Open the license')}
                </button>`
              : nothing
          }${this.#fields.get(key)?.element}`,
      )}
    </fieldset>`;
  }

  #isTold(key: string): boolean {
    return this.#hasTried || this.#left.has(key) || this.#refused[key] !== undefined;
  }

  #make(field: SignupField): ValueField {
    const { key, kind, label, help, format, options, isRequired, isRequiredInPart } = field;
    const control: ControlField = {
      kind: kinds[kind],
      label,
      options,
      ...(format && { format }),
      ...(kind === 'choice' && { placeholder: isRequired ? t('Choose…') : t('None') }),
    };
    const mark = !isRequired && isRequiredInPart ? t('(required in this part)') : undefined;
    return new ValueField({
      field: control,
      frame: {
        id: key,
        label,
        help,
        isRequired,
        ...(kind === 'switch' ? { mark: '' } : mark !== undefined && { mark }),
      },
      value: { value: this.#value(key) },
      onChange: ({ value }) => this.#change(field, textOfValue(value)),
      onLeave: () => {
        // an empty field that was only passed through is no mistake yet
        if ((this.#draft[key] ?? '') !== '' || key === confirmField) this.#left.add(key);
        this.#show();
      },
      services: { files: this.#pictureService(field) },
    });
  }

  #pictureService(field: SignupField): FileService {
    return {
      attach: (file) => this.#attach(field, file),
      ...(field.kind === 'picture' && { accept: 'image/*', removeLabel: t('Remove picture') }),
      preview: () => {
        const picture = this.#files.get(field.key);
        if (picture?.type.startsWith('image/') !== true) return undefined;
        return { address: picture.address, text: t('The chosen picture, {0}', picture.name) };
      },
    };
  }

  #value(key: string): JsonValue {
    if (key === passwordField) return this.#secrets.password;
    if (key === confirmField) return this.#secrets.confirm;
    const kind = this.#kinds.get(key);
    if (kind === 'password') return this.#secrets.others?.[key] ?? '';
    if (kind === 'choices') return chosenInDraft(this.#draft[key] ?? '');
    if (kind !== 'picture' && kind !== 'file') return this.#draft[key] ?? '';
    const file = this.#files.get(key);
    return file ? { $file: { name: file.name, size: file.size } } : null;
  }

  #later(): TemplateResult | typeof nothing {
    const later = chosenLater(this.#start.offer);
    if (later.length === 0) return nothing;
    return html`<details>
      <summary>${t('What you can choose once you are signed in')}</summary>
      <p class="help">${t('You cannot choose these while you sign up. Look for them in your account afterward.')}</p>
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
}

function withPassword(secrets: SignupSecrets, key: string, value: string): SignupSecrets {
  if (key === passwordField) return { ...secrets, password: value };
  if (key === confirmField) return { ...secrets, confirm: value };
  return { ...secrets, others: { ...secrets.others, [key]: value } };
}

/** Several choices are a JSON list in the draft. */
function textOfValue(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return value.length === 0 ? '' : JSON.stringify(value);
  return typeof value === 'string' ? value : '';
}
