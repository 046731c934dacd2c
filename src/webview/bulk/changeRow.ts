import { t } from '@vscode/l10n';
import { type BulkField, bulkOperations } from '../../model/bulk/bulkPlan.ts';
import type { FieldOption } from '../../model/form/fieldKind.ts';
import { isMomentKind, momentFormat, momentNotation } from '../../model/form/moment.ts';
import type { JsonValue } from '../../model/json.ts';
import type { ChangeDraft } from '../../protocol/bulkProtocol.ts';
import type { ControlChange, ControlField, ReferenceService } from '../fields/fieldControl.ts';
import { type FieldValue, ValueField } from '../fields/valueField.ts';
import { textOf } from '../fields/valueText.ts';
import { changeKindLabels } from './bulkWords.ts';

export interface ChangeRowOptions {
  readonly field: BulkField;
  readonly draft: ChangeDraft;
  readonly onChange: (draft: ChangeDraft) => void;
  readonly onRemove: () => void;
  readonly references: ReferenceService;
}

/** One field and what is to be done to it. */
export class ChangeRow {
  readonly element = document.createElement('fieldset');
  readonly #options: ChangeRowOptions;
  readonly #operation = document.createElement('select');
  readonly #remove = document.createElement('button');
  #draft: ChangeDraft;
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
    this.#operation.ariaLabel = t('What to do');
    for (const kind of bulkOperations(field.kind)) this.#operation.append(new Option(changeKindLabels[kind], kind));
    this.#operation.addEventListener('change', () =>
      this.#change({ kind: this.#operation.value as ChangeDraft['kind'] }),
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

  /** Something is typed that cannot be taken. */
  get hasInputProblem(): boolean {
    return Object.values(this.#fields).some(({ problem }) => problem !== undefined);
  }

  show(draft: ChangeDraft, problem: string | undefined): void {
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

  #change(more: Partial<ChangeDraft>): void {
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

  #value(): FieldValue {
    const { value, text = '' } = this.#draft;
    const isMany = this.#options.field.kind === 'choices' && this.#draft.kind === 'set';
    return { value: isMany ? [...value] : (value[0] ?? ''), referenceText: text };
  }
}

function idOf({ field }: BulkField): string {
  // a space in it would be read as two ids
  return `field-${encodeURIComponent(field)}`;
}

function drafted({ value, reference }: ControlChange): Partial<ChangeDraft> {
  const texts = (Array.isArray(value) ? value : [value]).map((one: JsonValue | undefined) => textOf(one));
  const known = texts.filter((text) => text !== '');
  return { value: known, text: reference?.text ?? undefined, model: reference?.model };
}

function plainText({ label }: BulkField, placeholder = ''): ControlField {
  return { kind: 'text', label, options: [], placeholder };
}

/** What a value is set with: one for every record, so what only one record's own value could tell is left out. */
function controlField(field: BulkField): ControlField {
  const { kind, label, options, example } = field;
  if (kind === 'boolean') return { kind: 'choice', label, options: yesOrNo(options), isAlwaysChosen: true };
  if (kind === 'choice' || kind === 'choices') return { kind, label, options, isAlwaysChosen: true };
  const shown = isMomentKind(kind) && example !== '' ? (momentNotation([example], kind) ?? { example }) : undefined;
  const notation = field.notation ?? shown;
  // a service may write dates in a way of its own: its values are the best guide
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

export function yesOrNo(options: readonly FieldOption[]): readonly FieldOption[] {
  if (options.length > 0) return options;
  return [
    { value: '1', text: t('Yes') },
    { value: '0', text: t('No') },
  ];
}

function hint({ kind, example }: BulkField): string {
  if (kind === 'text' || example === '') return '';
  return t('As the service writes it, such as {0}.', example);
}
