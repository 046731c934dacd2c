import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { FieldOption } from '../../../../model/form/fieldKind.ts';
import type { JsonValue } from '../../../../model/json.ts';
import type { FormMessage } from '../formMessage.ts';
import type { ControlField, ControlServices } from './fieldControl.ts';
import type { FrameOptions } from './fieldFrame.ts';
import { type ControlState, ValueField } from './valueField.ts';

/** A field and the options of its frame. */
export interface PageField<Key extends string>
  extends Omit<ControlField, 'options'>, Pick<FrameOptions, 'help' | 'isRequired' | 'mark' | 'hasAnswer'> {
  readonly key: Key;
  readonly options?: readonly FieldOption[];
  readonly services?: ControlServices;
  /** Shown above the field. */
  readonly button?: PageButton;
}

export interface PageSection<Key extends string> {
  readonly title: string;
  /** One paragraph per text. */
  readonly help?: string | readonly string[];
  readonly fields: readonly PageField<Key>[];
  /** Collapsed under this title until the user expands it or `isOpen` returns true. */
  readonly fold?: { readonly title: string; readonly isOpen: () => boolean };
}

interface PageButton {
  readonly label: string;
  readonly press: () => void;
  readonly isOff?: boolean;
}

/** The page's current state. */
export interface PageState<Key extends string> {
  readonly title: string;
  /** Content above and below the sections. */
  readonly intro?: unknown;
  readonly outro?: unknown;
  readonly field: (key: Key) => ControlState;
  /** Shown in the footer, unless there is a newer message. */
  readonly message?: FormMessage | undefined;
  /** The first one submits the form. */
  readonly buttons: readonly PageButton[];
}

interface FieldsPageOptions<Key extends string> {
  readonly root: HTMLElement;
  readonly sections: readonly PageSection<Key>[];
  readonly state: (isBusy: boolean) => PageState<Key>;
  readonly onChange?: (key: Key, value: JsonValue | undefined) => void;
  readonly onLeave?: (key: Key) => void;
}

/** A page of fields: sections, and a footer with the last message and the buttons. The owner holds the values. */
export class FieldsPage<Key extends string> {
  readonly #options: FieldsPageOptions<Key>;
  readonly #fields: ReadonlyMap<Key, ValueField>;
  #said: FormMessage | undefined;
  #isBusy = false;

  constructor(options: FieldsPageOptions<Key>) {
    this.#options = options;
    const { field } = options.state(false);
    const fields = options.sections.flatMap((section) => section.fields);
    this.#fields = new Map(fields.map((one) => [one.key, this.#make(one, field(one.key))]));
    this.show();
  }

  /** True while a request is in flight. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  get said(): FormMessage | undefined {
    return this.#said;
  }

  /** Undefined clears the last message. */
  say(said: FormMessage | undefined, isBusy = false): void {
    this.#said = said;
    this.#isBusy = isBusy;
    this.show();
  }

  /** Clears the last message after a value changed. */
  showChange(): void {
    this.say(undefined, this.#isBusy);
  }

  /** Shows a message at the field, in the reserved space. */
  showAnswer(key: Key, answer: FormMessage): void {
    this.#fields.get(key)?.showAnswer(answer);
  }

  focusProblem(): void {
    this.#options.root.querySelector<HTMLElement>('[aria-invalid="true"]:not(:disabled)')?.focus();
  }

  show(): void {
    const { root, sections, state } = this.#options;
    const { title, intro, outro, field, message, buttons } = state(this.#isBusy);
    for (const [key, one] of this.#fields) one.show(field(key));
    const { tone, sentence } = this.#said ?? message ?? { tone: 'plain', sentence: '' };
    const [first, ...others] = buttons;
    const foot = html`<footer>
      <p role="status" class="said ${tone}">${sentence}</p>
      <div class="buttons">
        <button type="submit" class="plain" aria-disabled=${first?.isOff ? 'true' : nothing}>${first?.label}</button>
        ${others.map(secondButton)}
      </div>
    </footer>`;
    render(
      html`<form
        novalidate
        @submit=${(event: Event) => {
          event.preventDefault();
          first?.press();
        }}
      >
        <main>
          <h1>${title}</h1>
          ${intro} ${sections.map((section) => this.#section(section))} ${outro}
        </main>
        ${first ? foot : nothing}
      </form>`,
      root,
    );
  }

  #section({ title, help = [], fields, fold }: PageSection<Key>): TemplateResult {
    const section = html`<fieldset>
      <legend>${title}</legend>
      ${[help].flat().map((text) => html`<p class="help">${text}</p>`)}
      ${fields.map(
        ({ key, button }) => html`${button ? secondButton(button) : nothing}${this.#fields.get(key)?.element}`,
      )}
    </fieldset>`;
    if (!fold) return section;
    return html`<details ?open=${fold.isOpen()}>
      <summary>${fold.title}</summary>
      ${section}
    </details>`;
  }

  #make({ key, services, options = [], ...field }: PageField<Key>, value: ControlState): ValueField {
    const { onChange, onLeave } = this.#options;
    return new ValueField({
      field: { ...field, options },
      frame: { ...field, id: key },
      value,
      onChange: (change) => {
        onChange?.(key, change.value);
        this.showChange();
      },
      onLeave: () => onLeave?.(key),
      ...(services && { services }),
    });
  }
}

/** Not `disabled`, which would remove focus from the button that was just pressed. */
function secondButton({ label, press, isOff = false }: PageButton): TemplateResult {
  return html`<button type="button" class="plain second" aria-disabled=${isOff ? 'true' : nothing} @click=${press}>
    ${label}
  </button>`;
}
