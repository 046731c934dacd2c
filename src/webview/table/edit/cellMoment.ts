import { type MomentKind, momentShape } from '../../fields/moment.ts';
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
  static canShow(value: string): boolean {
    return value === '' || momentShape(value) !== undefined;
  }

  openMoment({ label, kind, value, examples, onEnd }: OpenedMoment): void {
    const control = new MomentControl({
      field: { kind, label, options: [] },
      id: 'cell-moment',
      value: () => value,
      referenceText: () => '',
      examples: () => examples,
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
