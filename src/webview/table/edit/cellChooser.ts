import { words } from '../words.ts';
import { type BooleanChoices, meantBy } from './booleanChoices.ts';
import { CellField, type OnEnd } from './cellField.ts';

/** Yes, no or nothing. */
export class CellChooser extends CellField<HTMLSelectElement> {
  constructor() {
    super(document.createElement('select'));
  }

  /** A value that is neither can be kept. */
  open(label: string, value: string, typed: string | undefined, choices: BooleanChoices, onEnd: OnEnd): void {
    const { yes, no } = choices;
    const options = [
      new Option(words.yes, yes),
      new Option(words.no, no),
      new Option(words.empty, ''),
      ...([yes, no, ''].includes(value) ? [] : [new Option(value, value)]),
    ];
    this.element.replaceChildren(...options);
    this.element.value = (typed === undefined ? undefined : meantBy(typed, choices)) ?? value;
    this.show(label, onEnd);
  }
}
