import { t } from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import type { BulkChange } from '../../../model/bulk/bulkChange.ts';
import { type BulkField, bulkOperations } from '../../../model/bulk/bulkPlan.ts';
import type { BulkHost, BulkState, ChangeInput } from '../bulkProtocol.ts';
import { LookUpList } from '../../common/page/fields/lookUpList.ts';
import { fieldKinds, type FieldOption } from '../../../model/form/fieldKind.ts';
import { isMomentKind, momentFormat, momentNotation } from '../../../model/form/moment.ts';
import type { JsonValue } from '../../../model/json.ts';
import type { ControlChange, ControlField, ReferenceService } from '../../common/page/fields/fieldControl.ts';
import { type ControlState, ValueField } from '../../common/page/fields/valueField.ts';
import { textOf } from '../../common/page/fields/valueText.ts';
import { changeKindLabels } from './bulkWords.ts';

/** Form for choosing fields and their changes. */
export class ChooseStep {
  readonly #onDrafts: (drafts: readonly ChangeInput[]) => void;
  readonly #show: () => void;
  readonly #host: BulkHost;
  readonly #list = new LookUpList();
  readonly #rowsElement = document.createElement('div');
  /** By field, in the order of the drafts. */
  readonly #rows = new Map<string, ChangeRow>();
  #drafts: readonly ChangeInput[] = [];
  /** True once the user tried to continue; from then on missing values are reported. */
  #isChecked = false;

  /** True if the last key only moved through the closed list. */
  #isWalking = false;

  constructor(host: BulkHost, onDrafts: (drafts: readonly ChangeInput[]) => void, show: () => void) {
    this.#host = host;
    this.#onDrafts = onDrafts;
    this.#show = show;
  }

  /** Sets the host's drafts when the page starts. */
  set drafts(drafts: readonly ChangeInput[]) {
    this.#drafts = drafts;
  }

  get isEmpty(): boolean {
    return this.#drafts.length === 0;
  }

  /** Returns undefined and shows the problems if something is missing. */
  changes(state: BulkState): BulkChange[] | undefined {
    this.#isChecked = true;
    if ([...this.#rows.values()].some(({ hasInputProblem }) => hasInputProblem)) return undefined;
    const read = this.#drafts.map((draft) => readDraft(draft, labelOf(state, draft)));
    const changes = read.flatMap(({ change }) => change ?? []);
    return changes.length === read.length && changes.length > 0 ? changes : undefined;
  }

  view(state: BulkState): TemplateResult {
    const chosen = new Set(this.#drafts.map(({ field }) => field));
    const others = state.fields.filter(({ field }) => !chosen.has(field));
    this.#showRows(state);
    return html`<div class="choose">
      ${this.#rowsElement}
      <div class="labeled add" ?hidden=${others.length === 0}>
        <label for="add-field">${t('Field to change')}</label>
        <select
          id="add-field"
          @pointerdown=${() => {
            this.#isWalking = false;
          }}
          @keydown=${(event: KeyboardEvent) => this.#press(event, state)}
          @change=${(event: Event) => {
            if (!this.#isWalking) this.#add(event.target as HTMLSelectElement, state);
          }}
          @blur=${(event: Event) => this.#add(event.target as HTMLSelectElement, state)}
        >
          <option value="">${t('Choose a field…')}</option>
          ${others.map(({ field, label }) => html`<option value=${field}>${label}</option>`)}
        </select>
      </div>
      ${this.#list.element}
    </div>`;
  }

  /** Keeps existing rows in place, because one may have focus. */
  #showRows({ fields }: BulkState): void {
    const shown = this.#drafts.flatMap((draft) => {
      const field = fields.find((one) => one.field === draft.field);
      return field ? [{ draft, field }] : [];
    });
    for (const [name, row] of this.#rows) {
      if (shown.some(({ field }) => field.field === name && JSON.stringify(field) === JSON.stringify(row.field)))
        continue;
      row.element.remove();
      this.#rows.delete(name);
    }
    for (const { draft, field } of shown) {
      const row = this.#rows.get(field.field) ?? this.#makeRow(field, draft);
      row.show(draft, this.#isChecked ? readDraft(draft, field.label).problem : undefined);
    }
  }

  #makeRow(field: BulkField, draft: ChangeInput): ChangeRow {
    const row = new ChangeRow({
      field,
      draft,
      onChange: (changed) => this.#set(this.#drafts.map((one) => (one.field === changed.field ? changed : one))),
      onRemove: () => this.#set(this.#drafts.filter((one) => one.field !== field.field)),
      references: {
        list: this.#list,
        lookUp: (text, signal, controller) =>
          this.#host.call.lookUp({ field: field.field, text, ...(controller !== undefined && { controller }) }, signal),
        takesIds: true,
      },
    });
    this.#rows.set(field.field, row);
    this.#rowsElement.append(row.element);
    return row;
  }

  /** Arrow keys move through the closed list; Enter or Tab accepts the current field. */
  #press(event: KeyboardEvent, state: BulkState): void {
    const { key, altKey, shiftKey, target } = event;
    const select = target as HTMLSelectElement;
    if ((key === 'Enter' || (key === 'Tab' && !shiftKey)) && select.value !== '') {
      event.preventDefault();
      return this.#add(select, state);
    }
    this.#isWalking = !altKey && (/^(Arrow|Page|Home$|End$)/.test(key) || (key.length === 1 && key !== ' '));
  }

  /** Moves focus to the value of the new field. */
  #add(select: HTMLSelectElement, state: BulkState): void {
    const field = state.fields.find((one) => one.field === select.value);
    select.value = '';
    if (!field) return;
    const isHere = document.activeElement === select;
    this.#set([...this.#drafts, newDraft(field)]);
    if (isHere) this.#rows.get(field.field)?.focusValue();
  }

  #set(drafts: readonly ChangeInput[]): void {
    this.#drafts = drafts;
    this.#isChecked = false;
    this.#onDrafts(drafts);
    this.#show();
  }
}

function labelOf(state: BulkState, { field }: ChangeInput): string {
  return state.fields.find((one) => one.field === field)?.label ?? field;
}

/** Draft of a newly added field. */
function newDraft({ field, kind, options }: BulkField): ChangeInput {
  const offered = kind === 'boolean' ? yesOrNo(options) : kind === 'choice' ? options : [];
  const first = (kind === 'boolean' ? offered.find(({ value }) => value === '1') : undefined) ?? offered[0];
  return { field, kind: 'set', value: first && first.value !== '' ? [first.value] : [], find: '' };
}

type ReadDraft =
  | { readonly change: BulkChange; readonly problem?: undefined }
  | { readonly change?: undefined; readonly problem: string };

/** Parses a draft into a change, or returns what is missing. */
function readDraft(draft: ChangeInput, label: string): ReadDraft {
  const { field, kind, value, find, text: name, model } = draft;
  const [text = ''] = value;
  if (kind === 'clear') return { change: { field, kind } };
  if (kind === 'replace')
    return find === ''
      ? { problem: t('Enter the text to find in {0}.', label) }
      : { change: { field, kind, find, with: text } };
  if (kind === 'add')
    return /^\s*[+-]?\d+(\.\d+)?\s*$/.test(text)
      ? { change: { field, kind, amount: text.trim() } }
      : { problem: t('Enter the number to add to {0}, such as 10 or -2.5.', label) };
  if (value.every((one) => one === '')) return { problem: t('Enter the new value of {0}, or choose Clear.', label) };
  const wanted = value.length === 1 ? text : value;
  const reference = { ...(name !== undefined && { text: name }), ...(model !== undefined && { model }) };
  return { change: { field, kind: 'set', value: wanted, ...reference } };
}

interface ChangeRowOptions {
  readonly field: BulkField;
  readonly draft: ChangeInput;
  readonly onChange: (draft: ChangeInput) => void;
  readonly onRemove: () => void;
  readonly references: ReferenceService;
}

/** A field and its change. */
class ChangeRow {
  readonly element = document.createElement('fieldset');
  readonly #options: ChangeRowOptions;
  readonly #operation = document.createElement('select');
  readonly #remove = document.createElement('button');
  #draft: ChangeInput;
  #fields: Partial<Record<'find' | 'value', ValueField>> = {};

  constructor(options: ChangeRowOptions) {
    const { field, draft, onRemove } = options;
    this.#options = options;
    this.#draft = draft;
    this.element.className = 'change';
    const legend = document.createElement('legend');
    legend.textContent = field.label;
    this.element.append(legend);
    if (field.help !== undefined) {
      const help = document.createElement('p');
      help.className = 'help';
      help.textContent = field.help;
      this.element.append(help);
    }
    this.#operation.ariaLabel = t('Operation');
    for (const kind of bulkOperations(field.kind)) this.#operation.append(new Option(changeKindLabels[kind], kind));
    this.#operation.addEventListener('change', () =>
      this.#change({ kind: this.#operation.value as ChangeInput['kind'] }),
    );
    this.#remove.type = 'button';
    this.#remove.className = 'plain second';
    this.#remove.ariaLabel = t('Remove {0}', field.label);
    this.#remove.textContent = t('Remove');
    this.#remove.addEventListener('click', onRemove);
    const controls = document.createElement('div');
    controls.className = 'controls';
    controls.append(this.#operation, this.#remove);
    this.element.append(controls);
    this.#makeFields();
  }

  get field(): BulkField {
    return this.#options.field;
  }

  /** True if a value can't be parsed. */
  get hasInputProblem(): boolean {
    return Object.values(this.#fields).some(({ problem }) => problem !== undefined);
  }

  show(draft: ChangeInput, problem: string | undefined): void {
    const isOther = draft.kind !== this.#draft.kind;
    this.#draft = draft;
    if (isOther) this.#makeFields();
    const { find, value } = this.#fields;
    find?.show({ value: draft.find, problem });
    value?.show({ ...this.#value(), problem: find ? undefined : problem });
  }

  focusValue(): void {
    (this.#fields.find ?? this.#fields.value)?.focus();
  }

  #change(more: Partial<ChangeInput>): void {
    this.#options.onChange({ ...this.#draft, ...more });
  }

  #makeFields(): void {
    const { field } = this.#options;
    const { kind, find } = this.#draft;
    for (const { element } of Object.values(this.#fields)) element.remove();
    this.#operation.value = kind;
    if (kind === 'clear') this.#fields = {};
    else if (kind === 'set') this.#fields = { value: this.#makeValue(t('New value'), controlField(field)) };
    else if (kind === 'add') this.#fields = { value: this.#makeValue(t('Amount'), plainText(field, '10')) };
    else
      this.#fields = {
        find: new ValueField({
          field: plainText(field),
          frame: { id: `${idOf(field)}-find`, label: t('Find') },
          value: { value: find },
          onChange: ({ value }) => this.#change({ find: textOf(value) }),
        }),
        value: this.#makeValue(t('Replace with'), plainText(field)),
      };
    for (const one of [this.#fields.find, this.#fields.value]) if (one) this.#remove.before(one.element);
  }

  #makeValue(label: string, control: ControlField): ValueField {
    const { field, references } = this.#options;
    const help = control.kind === 'text' && this.#draft.kind === 'set' ? hint(field) : '';
    return new ValueField({
      field: control,
      frame: { id: `${idOf(field)}-value`, label, help },
      value: this.#value(),
      onChange: (change) => this.#change(drafted(change)),
      services: { references },
    });
  }

  #value(): ControlState {
    const { value, text = '' } = this.#draft;
    const isMany = fieldKinds[this.#options.field.kind].isSet && this.#draft.kind === 'set';
    return { value: isMany ? [...value] : (value[0] ?? ''), referenceText: text };
  }
}

function idOf({ field }: BulkField): string {
  // a space would turn the id into two
  return `field-${encodeURIComponent(field)}`;
}

function drafted({ value, reference }: ControlChange): Partial<ChangeInput> {
  const texts = (Array.isArray(value) ? value : [value]).map((one: JsonValue | undefined) => textOf(one));
  const known = texts.filter((text) => text !== '');
  return { value: known, text: reference?.text ?? undefined, model: reference?.model };
}

function plainText({ label }: BulkField, placeholder = ''): ControlField {
  return { kind: 'text', label, options: [], placeholder };
}

/**
 * The control for the new value. It applies to all records, so anything that depends on one record's value is omitted.
 */
function controlField(field: BulkField): ControlField {
  const { kind, label, options, example } = field;
  if (kind === 'boolean') return { kind: 'choice', label, options: yesOrNo(options), isAlwaysChosen: true };
  if (kind === 'choice' || kind === 'choices') return { kind, label, options, isAlwaysChosen: true };
  const shown = isMomentKind(kind) && example !== '' ? (momentNotation([example], kind) ?? { example }) : undefined;
  const notation = field.notation ?? shown;
  // the service may use its own date format, so show one of its values as an example
  if (isMomentKind(kind) && momentFormat({ kind, ...(notation && { notation }) }, '') === undefined)
    return plainText(field, example || notation?.example);
  const reference = field.reference?.model === undefined ? {} : { reference: { model: field.reference.model } };
  return {
    kind,
    label,
    options,
    ...(kind === 'number' && { placeholder: example }),
    ...(notation && { notation }),
    ...reference,
  };
}

function yesOrNo(options: readonly FieldOption[]): readonly FieldOption[] {
  if (options.length > 0) return options;
  return [
    { value: '1', text: t('Yes') },
    { value: '0', text: t('No') },
  ];
}

function hint({ kind, example }: BulkField): string {
  if (kind === 'text' || example === '') return '';
  return t('In the format of the service, such as {0}.', example);
}
