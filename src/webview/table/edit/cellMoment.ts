import { type MomentKind, type MomentNotation, momentNotation } from '../../../model/form/moment.ts';
import { momentShape } from '../../fields/moment.ts';
import { MomentControl } from '../../fields/momentControl.ts';
import { textOf } from '../../fields/valueText.ts';
import { CellField, type OnEnd } from './cellField.ts';

interface OpenedMoment {
  /** What the cell is called. */
  readonly label: string;
  readonly kind: MomentKind;
  readonly value: string;
  /** Other values of the column, which show how the service writes such moments. */
  readonly examples: readonly string[];
  readonly onEnd: OnEnd;
}

/** A day, a time or both over a cell, with the browser's own picker. */
export class CellMoment extends CellField<HTMLDivElement> {
  #control: MomentControl | undefined;
  #value = '';

  constructor() {
    super(document.createElement('div'), () => this.#text());
    this.element.classList.add('controleditor');
    this.element.setAttribute('role', 'group');
  }

  /** What its field could not show without changing it is edited as text. */
  static canShow(kind: MomentKind, value: string, examples: readonly string[]): boolean {
    return momentShape(fieldFor(kind, examples), value) !== undefined;
  }

  openMoment({ label, kind, value, examples, onEnd }: OpenedMoment): void {
    const control = new MomentControl({
      field: { ...fieldFor(kind, examples), label, options: [] },
      id: 'cell-moment',
      value: () => value,
      referenceText: () => '',
      onTyped: () => this.showProblem(''),
      onChosen: () => undefined,
      showProblem: () => undefined,
      services: {},
    });
    this.#control = control;
    this.#value = value;
    control.showValue();
    control.target.ariaLabel = label;
    this.element.replaceChildren(control.element);
    this.show(label, onEnd, () => control.readInput().problem);
    control.element.focus({ preventScroll: true });
  }

  #text(): string {
    const { change } = this.#control?.readInput() ?? {};
    return change ? textOf(change.value) : this.#value;
  }
}

/** Written as the list writes the others. */
function fieldFor(
  kind: MomentKind,
  examples: readonly string[],
): { readonly kind: MomentKind; readonly notation?: MomentNotation } {
  const notation = momentNotation(examples, kind);
  return { kind, ...(notation && { notation }) };
}
