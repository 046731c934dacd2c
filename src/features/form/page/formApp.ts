import { samePath } from '../../../model/form/fieldPath.ts';
import type { FormHost, FormStart, FormState, FormButton } from '../formProtocol.ts';
import { keepFocus, keepFocusVisible, RovingTabindex } from '../../common/page/keyboard.ts';
import { base64OfDataUrl, readDataUrl } from '../../common/page/readFile.ts';
import { LastSeenBanner } from '../../common/page/lastSeenBanner.ts';
import { sameJson } from '../../common/page/fields/valueText.ts';
import { LookUpList } from '../../common/page/fields/lookUpList.ts';
import { findLostEdits, RecordEdits } from './recordEdits.ts';
import { FormFields } from './formFields.ts';
import type { FieldServices } from './fieldView.ts';
import { type StateSaver, type SavedFormState, unsentStore, formIdentity } from './savedFormState.ts';
import { FormNotices, TransientNotice } from './formNotices.ts';
import { ExpandedSections, reveal } from './formSections.ts';
import { RelatedRecordsView } from './relatedRecords.ts';
import { newestPerField, RecordValues } from './recordValues.ts';
import { formWords } from './formWords.ts';
import { isSecretName } from '../../../model/secretNames.ts';
import { whyNotAllowed } from '../../../model/writePermission.ts';
import { errorMessage } from '../../common/channel.ts';
import { html, nothing, render, type TemplateResult } from 'lit';
import { formatText } from '../../../model/formatValue.ts';

/** How long after the host stops responding the fields are locked, in milliseconds. */
const lockAfter = 10_000;

/** Creates the parts of the form and connects them. */
export class FormApp {
  readonly #host: FormHost;
  readonly #saver: StateSaver;
  readonly #values: RecordValues;
  readonly #edits: RecordEdits;
  readonly #scroller = document.createElement('main');
  readonly #expanded: ExpandedSections;
  readonly #heading: FormHeadingView;
  readonly #offline: LastSeenBanner;
  readonly #notices: FormNotices;
  readonly #passing = new TransientNotice(() => this.#show());
  readonly #bar: SubmitBar;
  readonly #fields: FormFields;
  readonly #related: RelatedRecordsView;
  readonly #links = new SectionLinks();
  #start: FormStart;
  #state: FormState;
  #isSilent = false;
  /** Set once the host has been silent for so long that fields are locked. */
  #isUnreachable = false;
  #unreachable: ReturnType<typeof setTimeout> | undefined;
  #isSubmitting = false;
  #failure = '';

  constructor(
    root: HTMLElement,
    start: FormStart,
    host: FormHost,
    saved: SavedFormState | undefined,
    saver: StateSaver,
  ) {
    this.#host = host;
    this.#saver = saver;
    this.#start = start;
    this.#state = start.state;
    this.#values = new RecordValues(start.state.values ?? {});
    this.#edits = new RecordEdits(this.#values, {
      send: (changes) =>
        host.call.edit({
          changes: changes.map(({ at, value }) => ({ at: [...at], ...(value === undefined ? {} : { value }) })),
        }),
      onState: (state) => this.setState(state),
      onRefused: (changes, message) => this.#fields.refuse(changes, message),
      onSilence: (isSilent) => this.#silence(isSilent),
      // save at once when all is acknowledged, so that the next page doesn't resend it
      onUnsent: () => {
        if (this.#edits.unsent.length === 0) saver.saveNow();
        else saver.saveSoon();
        this.#storeUnsent();
      },
    });
    const mine = saved?.of === formIdentity(start) ? saved : undefined;
    this.#expanded = new ExpandedSections(mine?.open ?? {}, () => saver.saveSoon());
    this.#scroller.className = 'scroller';
    const list = new LookUpList();
    this.#heading = new FormHeadingView((action) => void this.#after(() => host.notify.command({ name: action })));
    this.#fields = new FormFields(this.#services(list), this.#expanded);
    this.#notices = new FormNotices({
      goTo: (key, at) => this.#fields.focus(key, at),
      labelOf: (key, at) => this.#fields.labelOf(key, at),
      news: (action) =>
        void (action === 'save' ? this.#submit() : this.#after(() => host.notify.command({ name: action }))),
    });
    this.#offline = new LastSeenBanner(
      () => host.notify.command({ name: 'retry' }),
      () => this.#focusLast(),
    );
    this.#bar = new SubmitBar((index) => void this.#submit(index));
    this.#related = new RelatedRecordsView(host, this.#expanded);
    this.#fields.build(start.form);
    this.#showRelated();
    const content = document.createElement('div');
    content.className = 'content';
    content.append(
      this.#heading.element,
      this.#links.element,
      this.#notices.spoken,
      this.#fields.element,
      this.#related.element,
    );
    this.#scroller.append(content, list.element);
    // below the fields, so that the fields don't move when they appear
    const below = document.createElement('aside');
    below.className = 'below';
    below.ariaLabel = formWords.notices;
    below.append(this.#offline.element, this.#notices.element);
    root.replaceChildren(this.#scroller, below, this.#bar.element);
    this.#fields.listenForKeys(root, (step) => void this.#whenSettled(step));
    this.#scroller.addEventListener('scroll', () => saver.saveSoon(), { passive: true });
    root.addEventListener('focusin', () => saver.saveSoon());
    window.addEventListener('focus', () => this.#takeKeyboard());
    this.#show();
    this.#restore(mine);
    // a restored form is scrolled to its last position; focusing a field would scroll it again
    if (!mine) this.#takeKeyboard();
  }

  get savedState(): SavedFormState {
    return {
      of: formIdentity(this.#start),
      top: this.#scroller.scrollTop,
      open: this.#expanded.state,
      ...(this.#fields.lastFocused === undefined ? {} : { focus: this.#fields.lastFocused }),
      unsent: this.#unsent,
    };
  }

  /** Called before the page is unloaded: stores unacknowledged input for the next page. */
  leave(): void {
    const unsent = this.#unsent;
    if (this.#start.address !== undefined && unsent.length > 0) unsentStore.leave(this.#start.address, unsent);
  }

  get #unsent(): SavedFormState['unsent'] {
    return [...this.#edits.unsent, ...this.#fields.typed]
      .filter(({ at }) => !this.#fields.isPassword(at) && !isSecretName(at.at(-1) ?? ''))
      .map((change) => this.#edits.unsentEdit(change));
  }

  /** Resolves once all input is in the text; rejects if some is invalid. */
  async commit(): Promise<undefined> {
    this.#fields.commit();
    const broken = this.#fields.broken;
    if (broken) throw new Error(`“${broken.label}”: ${broken.problem ?? ''}`);
    await this.#edits.settled();
    return undefined;
  }

  setState(state: FormState): void {
    this.#state = state;
    if (state.values) {
      this.#values.all = state.values;
      this.#values.change(this.#edits.unsent);
      this.#fields.update();
    }
    this.#show();
  }

  restart(start: FormStart): void {
    this.#edits.sendAgain();
    this.#fields.commit();
    const isOther = layoutOf(start) !== layoutOf(this.#start);
    this.#start = start;
    this.#failure = '';
    if (isOther) this.#fields.build(start.form);
    this.setState(start.state);
    this.#showRelated();
    this.#related.refresh();
  }

  #showRelated(): void {
    this.#related.show(this.#start);
    this.#links.show(this.#fields.element, this.#related.element);
  }

  /** Passes a message to the table of related records with this name. */
  receiveRelated(name: string, message: unknown): void {
    this.#related.receive(name, message);
  }

  focusField(key: string): void {
    this.#fields.focus(key);
  }

  #services(list: LookUpList): FieldServices {
    const host = this.#host;
    return {
      values: this.#values,
      list,
      edit: (changes) => this.#edits.put(changes),
      explain: (key) => host.call.explain({ key }),
      lookUp: (key, text, signal, controller) =>
        host.call.lookUp({ key, text, ...(controller !== undefined && { controller }) }, signal),
      openReference: (key, at, toSide) =>
        void this.#after(() => host.notify.openReference({ key, at: [...at], toSide })),
      attach: async (key, at, file) => {
        const base64 = base64OfDataUrl(await readDataUrl(file));
        await this.#edits.settled();
        const name = file.name.slice(-255) || 'file';
        const state = await host.call.attach({ key, at: [...at], name, type: file.type.slice(0, 200), base64 });
        // until the host sends the new text, show what is known here
        if (!state.values) this.#fields.attached(at, { name, size: file.size });
        this.setState(state);
      },
      storedFile: (at, value) => {
        const same = this.#start.form.files.filter((file) => sameJson(file.value, value));
        const field = (path: readonly string[]): string => path.filter((part) => !/^\d+$/.test(part)).join('.');
        return same.find((file) => samePath(file.at, at)) ?? same.find((file) => field(file.at) === field(at));
      },
      useFile: ({ at }, how) => host.notify.file({ at: [...at], how }),
      choose: (key, choice) => void this.#after(async () => this.setState(await host.call.choose({ key, choice }))),
      compareConflict: () => host.notify.command({ name: 'compareConflict' }),
      onTyping: () => {
        this.#saver.saveSoon();
        this.#storeUnsent();
      },
    };
  }

  #silence(isSilent: boolean): void {
    this.#isSilent = isSilent;
    this.#isUnreachable = false;
    clearTimeout(this.#unreachable);
    // a busy host answers late: locking the fields at once would swallow what the user is typing
    if (isSilent)
      this.#unreachable = setTimeout(() => {
        this.#isUnreachable = true;
        this.#show();
      }, lockAfter);
    this.#saver.saveNow();
    if (isSilent) this.#storeUnsent();
    else if (this.#start.address !== undefined) unsentStore.leave(this.#start.address, []);
    this.#show();
  }

  /** While the host is silent, stores the input where the page that replaces this one finds it. */
  #storeUnsent(): void {
    if (this.#isSilent && this.#start.address !== undefined) unsentStore.leave(this.#start.address, this.#unsent);
  }

  /** Runs `work` once all input is in the text; errors are shown in the footer. */
  async #after(work: () => Promise<void> | void): Promise<void> {
    try {
      this.#fields.commit();
      await this.#edits.settled();
      await work();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** A new record is dirty from the start. */
  get canSave(): boolean {
    const isChanged = this.#state.isDirty || this.#fields.isTyping || this.#edits.unsent.length > 0;
    return this.#lock === null && (this.#start.isNew || isChanged);
  }

  save(): void {
    void this.#submit();
  }

  /** Saves with one of the form's buttons, or without one, as Ctrl+S does. */
  async #submit(index?: number): Promise<void> {
    if (this.#isSubmitting) return;
    this.#fields.commit();
    const broken = this.#fields.broken;
    if (broken) return this.#fields.focus(broken.field.key, broken.at);
    this.#isSubmitting = true;
    this.#failure = '';
    this.#show();
    await this.#after(async () => this.setState(await this.#host.call.submit(index === undefined ? {} : { index })));
    this.#isSubmitting = false;
    this.#show();
  }

  #fail(error: unknown): void {
    this.#failure = errorMessage(error);
    this.#show();
  }

  /** Waits for in-flight edits, because they are document edits as well. */
  async #whenSettled(name: 'undo' | 'redo'): Promise<void> {
    await this.#edits.settled();
    this.#host.notify.command({ name });
  }

  /** Restores the saved state. Unacknowledged input is sent again. */
  #restore(saved: SavedFormState | undefined): void {
    const left = this.#start.address === undefined ? [] : unsentStore.consume(this.#start.address);
    const unsent = newestPerField([...left, ...(saved?.unsent ?? [])]);
    const missing = findLostEdits(unsent, this.#values);
    if (missing.length > 0) {
      this.#edits.put(missing);
      this.#fields.update();
    }
    if (!saved) return;
    // each frame may lay out more sections, which moves what is below them
    const scroll = (framesLeft: number): void => {
      this.#scroller.scrollTop = saved.top;
      if (framesLeft > 0) requestAnimationFrame(() => scroll(framesLeft - 1));
    };
    scroll(5);
    if (saved.focus !== undefined) this.#fields.remember(saved.focus);
  }

  /** Focuses the form when the tab is shown, so that the user can type or scroll; doesn't take focus from elsewhere. */
  #takeKeyboard(): void {
    if (!document.hasFocus() || document.activeElement !== document.body) return;
    const isUntouched = this.#start.isNew && this.#fields.lastFocused === undefined;
    if (!isUntouched || !this.#fields.focusFirst()) this.#focusLast();
  }

  /** Focuses the last focused field, or the scroll container: Tab continues from there, and keys scroll the form. */
  #focusLast(): void {
    if (this.#fields.focusLast()) return;
    // only now: a click next to the fields must not focus the container
    this.#scroller.tabIndex = -1;
    this.#scroller.addEventListener('blur', () => this.#scroller.removeAttribute('tabindex'), { once: true });
    this.#scroller.focus({ preventScroll: true });
  }

  get #lock(): string | null {
    if (this.#isUnreachable) return formWords.silent;
    return this.#state.lock ?? whyNotAllowed('edit', this.#start.connection) ?? null;
  }

  #show(): void {
    const lock = this.#lock;
    const isLocked = lock !== null;
    const { isDirty, isSaving, changed } = this.#state;
    this.#heading.show(this.#start);
    const state = this.#passing.showTransient(this.#state);
    keepFocusVisible(this.#scroller, () => {
      this.#offline.show(this.#state.seenAt);
      keepFocus(
        this.#notices.element,
        () => this.#notices.show(state, this.#isSilent ? formWords.silent : lock),
        () => this.#focusLast(),
      );
    });
    this.#fields.showState(this.#state);
    this.#fields.setLocked(isLocked);
    const whyNone = this.#start.form.whyNot.edit ?? formWords.noButtons;
    const isShown = whyNone === lock || state.notes.some(({ text }) => text === whyNone);
    const statusText = this.#start.isNew ? formWords.notAdded : isDirty ? formWords.unsaved(changed.length) : '';
    this.#bar.show({
      buttons: this.#start.form.buttons,
      // don't repeat what a notice above says
      whyNone: isShown ? '' : whyNone,
      isSaving: isSaving || this.#isSubmitting,
      isLocked: isLocked || this.#isSilent,
      canEdit: this.#fields.canEdit,
      said: this.#failure || statusText || this.#passing.text,
      isBad: this.#failure !== '',
    });
  }
}

function layoutOf({ form: { elements, otherFields, splitLayout } }: FormStart): string {
  return JSON.stringify([elements, otherFields, splitLayout]);
}

/** Heading of the form: name, key facts and actions of the record. */
class FormHeadingView {
  readonly element = document.createElement('div');
  readonly #act: (action: RecordAction) => void;
  readonly #facts = document.createElement('div');
  readonly #actions = document.createElement('div');
  readonly #stop = new RovingTabindex(this.#actions);

  constructor(act: (action: RecordAction) => void) {
    this.#act = act;
    this.#actions.className = 'actions';
    this.#actions.role = 'toolbar';
    this.#actions.ariaLabel = formWords.actions;
    this.element.append(this.#facts, this.#actions);
  }

  show(start: FormStart): void {
    const { controller, form, isNew } = start;
    const { name, facts } = form.heading;
    const title = name.trim() || (isNew ? formWords.newRecord(form.singular) : formWords.unnamed(form.singular));
    const shown = [
      ...facts,
      { label: formWords.controller, parts: [controller] },
      // other missing permissions are listed in the line below the fields
      ...(form.whyNot.delete !== undefined && form.whyNot.edit === undefined
        ? [{ label: formWords.deleting, parts: [form.whyNot.delete] }]
        : []),
    ];
    render(
      html`<h1 dir="auto">
          ${title}${form.isDeleted ? html` <span class="chip">${formWords.deleted}</span>` : nothing}
        </h1>
        <dl aria-label=${formWords.facts}>
          ${shown.map(
            ({ label, parts }) =>
              html`<div>
                <dt>${label}</dt>
                <dd>
                  ${parts.map((part, index) => html`${index > 0 ? ', ' : ''}<bdi>${typeof part === 'string' ? part : formatText(part.moment, 'dateTime', '')}</bdi>`)}
                </dd>
              </div>`,
          )}
        </dl>`,
      this.#facts,
    );
    render(actionButtons(start, this.#act), this.#actions);
    this.#stop.settle();
  }
}

type RecordAction = 'compare' | 'history' | 'duplicate' | 'copyLink' | 'openAsText' | 'delete';

interface Offer {
  readonly action: RecordAction;
  readonly icon: string;
  readonly name: string;
  readonly isOffered: boolean;
}

/** Actions besides saving; those that don't apply are omitted. */
function actionButtons({ form: { whyNot }, isNew }: FormStart, act: (action: RecordAction) => void): TemplateResult[] {
  const offers: readonly Offer[] = [
    { action: 'compare', icon: 'diff', name: formWords.compare, isOffered: !isNew },
    { action: 'history', icon: 'history', name: formWords.history, isOffered: !isNew },
    { action: 'openAsText', icon: 'json', name: formWords.openAsText, isOffered: true },
    { action: 'copyLink', icon: 'link', name: formWords.copyLink, isOffered: !isNew },
    { action: 'duplicate', icon: 'copy', name: formWords.duplicate, isOffered: whyNot.add === undefined && !isNew },
    { action: 'delete', icon: 'trash', name: formWords.deleteRecord, isOffered: whyNot.delete === undefined && !isNew },
  ];
  return offers
    .filter(({ isOffered }) => isOffered)
    .map(
      ({ action, icon, name }) =>
        html`<button type="button" class="tool" title=${name} @click=${() => act(action)}>
          <span class="codicon codicon-${icon}" aria-hidden="true"></span><span class="name">${name}</span>
        </button>`,
    );
}

interface SubmitState {
  readonly buttons: readonly FormButton[];
  /** Shown if there is no button; empty if it is shown elsewhere. */
  readonly whyNone: string;
  readonly isSaving: boolean;
  readonly isLocked: boolean;
  /** True if there is an editable field, so that there may be something to save. */
  readonly canEdit: boolean;
  readonly said: string;
  readonly isBad: boolean;
}

/** The form's buttons from the service, and the save state. */
class SubmitBar {
  readonly element = document.createElement('footer');
  readonly #submit: (index: number) => void;

  constructor(submit: (index: number) => void) {
    this.#submit = submit;
  }

  show({ buttons, whyNone, isSaving, isLocked, canEdit, said, isBad }: SubmitState): void {
    this.element.ariaBusy = isSaving ? 'true' : null;
    const isOff = isSaving || isLocked;
    const primary = buttons.find(({ isSave }) => isSave === canEdit) ?? buttons[0];
    render(
      html`<p class="said ${isBad ? 'bad' : ''}" role="status">${isSaving ? formWords.saving : said}</p>
        <div class="buttons">
          ${buttons.map(
            ({ index, label, isSave }) =>
              html`<button
                type="button"
                class="plain ${index === primary?.index ? '' : 'second'}"
                aria-keyshortcuts=${isSave ? formWords.saveKeys : nothing}
                aria-disabled=${isOff ? 'true' : nothing}
                @click=${() => {
                  if (!isOff) this.#submit(index);
                }}
              >
                ${label}${isSave ? html` <kbd aria-hidden="true">${formWords.save}</kbd>` : nothing}
              </button>`,
          )}
          ${buttons.length === 0 && whyNone !== '' ? html`<span class="none">${whyNone}</span>` : nothing}
        </div>`,
      this.element,
    );
  }
}

/** Links are shown only for longer forms: smaller ones can be seen at a glance. */
const fewestSections = 3;
const fewestFields = 8;

/** Navigation below the title of a long form: a link to each section and to the related records. */
class SectionLinks {
  readonly element = document.createElement('nav');
  readonly #list = document.createElement('ul');
  #shown: readonly HTMLDetailsElement[] = [];

  constructor() {
    this.element.className = 'section-links';
    this.element.ariaLabel = formWords.sections;
    this.element.append(this.#list);
    this.element.hidden = true;
  }

  /** Built from the current layout before it is painted, and only together with the form, so that nothing shifts. */
  show(fields: HTMLElement, related: HTMLElement): void {
    const sections = [...outerSections(fields), ...outerSections(related)];
    const isLong = sections.length >= fewestSections && fields.querySelectorAll('.field').length >= fewestFields;
    this.element.hidden = !isLong;
    const shown = isLong ? sections : [];
    if (shown.length === this.#shown.length && shown.every((section, index) => section === this.#shown[index])) return;
    this.#shown = shown;
    this.#list.replaceChildren(...shown.map(linkTo));
  }
}

/** Top-level sections. A single one contains the whole form, so its subsections are used instead. */
function outerSections(around: HTMLElement): readonly HTMLDetailsElement[] {
  const within = (all: Element): HTMLDetailsElement[] =>
    [...all.querySelectorAll<HTMLDetailsElement>('details.section')].filter(
      ({ parentElement }) => (parentElement?.closest('details.section') ?? around) === (all === around ? around : all),
    );
  const outer = within(around);
  const [first, second] = outer;
  const inner = first && (!second || second.classList.contains('system')) ? within(first) : [];
  return inner.length > 1 ? [...inner, ...outer.slice(1)] : outer;
}

function linkTo(section: HTMLDetailsElement): HTMLElement {
  const title = section.querySelector<HTMLElement>(':scope > summary > [role=heading]');
  const entry = document.createElement('li');
  const link = document.createElement('a');
  link.className = 'linklike';
  link.href = `#${title?.id ?? ''}`;
  link.dir = 'auto';
  link.textContent = title?.textContent ?? '';
  link.addEventListener('click', (event) => {
    event.preventDefault();
    reveal(section, 'start');
    section.querySelector('summary')?.focus({ preventScroll: true });
  });
  entry.append(link);
  return entry;
}
