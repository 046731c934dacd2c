import { html, nothing, render, type TemplateResult } from 'lit';
import { formatText } from '../../model/formatValue.ts';
import type { FormStart } from '../../protocol/formProtocol.ts';
import { RovingTabindex } from '../common/keyboard.ts';
import { formWords } from './formWords.ts';

/** Whose form it is: the record's name, what is known about it, and what can be done with it. */
export class FormHeadingView {
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
      // what else may not be done is said in the one line below the fields
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

/** What can be done with the record beside saving it; what makes no sense here is left out. */
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
