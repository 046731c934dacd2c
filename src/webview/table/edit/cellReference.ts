import type { StagedReference } from '../../../model/list/stagedCells.ts';
import type { ReferenceService } from '../../fields/fieldControl.ts';
import { ReferenceControl } from '../../fields/referenceControl.ts';
import { textOf } from '../../fields/valueText.ts';
import { CellField, type EditEnd } from './cellField.ts';

/** What a person made of a cell that points at another record. */
export interface ReferenceEdit {
  /** Its name; as it was typed where no record was chosen. */
  readonly to: string | null;
  readonly reference?: StagedReference;
}

interface OpenedReference {
  /** What the column is called, and the cell. */
  readonly column: string;
  readonly label: string;
  readonly model?: string;
  /** The name that stands in the cell. */
  readonly text: string;
  /** What was typed before anybody knew that it is a reference. */
  readonly typed: string | undefined;
  readonly service: ReferenceService;
  /** Without an edit nothing was changed. */
  readonly onEnd: (how: EditEnd, edit: ReferenceEdit | undefined) => void;
}

/** Another record, looked up by its name, over a cell. */
export class CellReference extends CellField<HTMLDivElement> {
  #control: ReferenceControl | undefined;

  constructor() {
    super(document.createElement('div'), () => '');
    this.element.classList.add('referenceeditor');
    this.element.setAttribute('role', 'group');
  }

  openReference({ column, label, model, text, typed, service, onEnd }: OpenedReference): void {
    const control = new ReferenceControl({
      field: { kind: 'reference', label: column, options: [], ...(model !== undefined && { reference: { model } }) },
      id: 'cell-reference',
      value: () => text,
      referenceText: () => text,
      onTyped: () => undefined,
      onChosen: () => this.end('enter'),
      showProblem: () => undefined,
      services: { references: service },
    });
    this.#control = control;
    control.showValue();
    control.target.ariaLabel = label;
    this.element.replaceChildren(control.element);
    this.show(label, (how) => onEnd(how, how === 'cancel' ? undefined : this.#edit()));
    control.beginLookUp(typed);
  }

  /** What was typed and not chosen is for the host to find: a whole name, or an id. */
  #edit(): ReferenceEdit | undefined {
    const control = this.#control;
    if (!control) return undefined;
    const { change } = control.readInput();
    if (!change) return control.isTyping ? { to: (control.target as HTMLInputElement).value.trim() } : undefined;
    const id = textOf(change.value);
    if (id === '') return { to: null };
    const { text, model } = change.reference ?? { text: null };
    if (text === null) return { to: id };
    return { to: text === '' ? id : text, reference: { id, ...(model !== undefined && { model }) } };
  }
}
