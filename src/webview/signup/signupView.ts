import { t } from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import {
  type SignupDraft,
  type SignupProblems,
  signupProblems,
  type SignupSecrets,
} from '../../model/signup/signupDraft.ts';
import {
  confirmField,
  licenseField,
  passwordField as passwordKey,
  pictureField as pictureKey,
  type SignupField,
  type SignupSection,
  signupSections,
  chosenLater,
} from '../../model/signup/signupFields.ts';
import type { SignupStart, Submission } from '../../protocol/signup.ts';
import { base64OfDataUrl } from '../common/readFile.ts';
import { type FormMessage, correctionsNeeded } from '../common/labeledField.ts';
import { passwordField } from './passwordField.ts';
import { type Picture, pictureField, readPicture } from './picture.ts';
import { signupField } from './signupField.ts';
import { errorMessage } from '../../protocol/channel.ts';

export interface SignupActions {
  readonly onDraft: (draft: SignupDraft) => void;
  readonly onOpenLicense: () => void;
  readonly onSubmit: () => void;
}

/** The form on the screen: what was typed, what is wrong with it, and the last thing that was said. */
export class SignupView {
  readonly #place: HTMLElement;
  readonly #start: SignupStart;
  readonly #actions: SignupActions;
  readonly #sections: readonly SignupSection[];
  /** A field is told about once it was left, all of them once someone tried to sign up. */
  readonly #left = new Set<string>();
  #hasTried = false;
  #draft: SignupDraft;
  #picture: Picture | undefined;
  #refused: SignupProblems = {};
  #said: FormMessage | undefined;
  #isBusy = false;
  #isLicenseOpened: boolean;

  constructor(place: HTMLElement, start: SignupStart, actions: SignupActions) {
    this.#place = place;
    this.#start = start;
    this.#actions = actions;
    this.#sections = signupSections(start.offer);
    this.#isLicenseOpened = start.isLicenseOpened;
    // accepted before a reload says nothing about a license that is yet to be opened
    this.#draft = start.isLicenseOpened ? start.draft : { ...start.draft, [licenseField]: '' };
    this.#show();
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  get submission(): Submission {
    const picture = this.#picture;
    return {
      draft: this.#draft,
      ...this.#secrets(),
      picture: picture ? { name: picture.name, type: picture.type, base64: base64OfDataUrl(picture.address) } : null,
    };
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
    this.#place.querySelector<HTMLElement>('[aria-invalid="true"]:not(:disabled)')?.focus();
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
    for (const field of this.#place.querySelectorAll<HTMLInputElement>('input[type="password"]')) field.value = '';
  }

  #secrets(): SignupSecrets {
    const value = (key: string): string => this.#place.querySelector<HTMLInputElement>(`#${key}`)?.value ?? '';
    return { password: value(passwordKey), confirm: value(confirmField) };
  }

  #problems(): SignupProblems {
    const own = signupProblems(this.#start.offer, this.#draft, this.#secrets(), this.#picture);
    return { ...this.#refused, ...own };
  }

  #change(key: string, value: string): void {
    this.#draft = { ...this.#draft, [key]: value };
    this.#mended(key);
    this.#actions.onDraft(this.#draft);
  }

  /** What the service said about a value says nothing about the next one. */
  #mended(key: string): void {
    const { [key]: _, ...others } = this.#refused;
    this.#refused = others;
    this.#said = undefined;
    this.#show();
  }

  async #choose(file: File): Promise<void> {
    try {
      this.#picture = await readPicture(file);
      this.#left.add(pictureKey);
      this.#mended(pictureKey);
    } catch (error) {
      this.say({ tone: 'bad', sentence: errorMessage(error) });
    }
  }

  #show(): void {
    const { service, address } = this.#start;
    const problems = this.#problems();
    const said = this.#said ?? this.#standing(Object.keys(problems).length);
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
          ${this.#sections.map((section) => this.#section(section, problems))} ${this.#later()}
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
      this.#place,
    );
  }

  #standing(problems: number): FormMessage {
    return this.#hasTried && problems > 0 ? correctionsNeeded(problems) : { tone: 'plain', sentence: '' };
  }

  #section({ title, help, fields }: SignupSection, problems: SignupProblems): TemplateResult {
    return html`<fieldset>
      <legend>${title}</legend>
      ${help === undefined ? nothing : html`<p class="help">${help}</p>`}
      ${fields.map((field) => this.#row(field, this.#isTold(field.key) ? problems[field.key] : undefined))}
    </fieldset>`;
  }

  #isTold(key: string): boolean {
    return this.#hasTried || this.#left.has(key) || this.#refused[key] !== undefined;
  }

  #row(field: SignupField, problem: string | undefined): TemplateResult {
    const { key, kind } = field;
    const leave = (): void => {
      // an empty field that was only passed through is no mistake yet
      if ((this.#draft[key] ?? '') !== '' || key === confirmField) this.#left.add(key);
      this.#show();
    };
    if (kind === 'password') return passwordField(field, problem, () => this.#mended(key), leave);
    if (kind === 'picture')
      return pictureField(
        field,
        this.#picture,
        problem,
        (file) => void this.#choose(file),
        () => {
          this.#picture = undefined;
          const control = this.#place.querySelector<HTMLInputElement>('input[type="file"]');
          if (control) control.value = '';
          this.#mended(key);
          control?.focus();
        },
      );
    const isLicense = key === licenseField;
    const row = signupField(field, {
      value: this.#draft[key] ?? '',
      problem,
      isDisabled: isLicense && !this.#isLicenseOpened,
      onInput: (value) => this.#change(key, value),
      onLeave: leave,
    });
    if (!isLicense) return row;
    return html`<button type="button" class="plain second agreement" @click=${this.#actions.onOpenLicense}>
        ${t('Open the license')}
      </button>
      ${row}`;
  }

  #later(): TemplateResult | typeof nothing {
    const later = chosenLater(this.#start.offer);
    if (later.length === 0) return nothing;
    return html`<details>
      <summary>${t('What you can choose once you are signed in')}</summary>
      <p class="help">${t('The service offers these. Its sign-up has no place for them, so they are not sent.')}</p>
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
