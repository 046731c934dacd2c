import { words } from '../words.ts';
import type { FieldOption } from '../../../model/form/fieldKind.ts';
import { optionElements } from '../../common/optionElements.ts';
import { begunWith } from './cellChoices.ts';
import { CellField, type OnEnd } from './cellField.ts';

/** A pause that long begins another word. */
const pause = 1_000;

/** One of several things, or nothing. */
export class CellChooser extends CellField<HTMLSelectElement> {
  #choices: readonly FieldOption[] = [];
  /** What was typed so far, some of it maybe in another field. */
  #typed = { text: '', at: 0 };

  constructor() {
    super(document.createElement('select'));
    this.element.addEventListener('keydown', (event) => this.#type(event));
  }

  /** A value that is none of them can be kept. */
  open(
    label: string,
    value: string,
    begun: { readonly typed: string; readonly chosen: string | undefined } | undefined,
    choices: readonly FieldOption[],
    onEnd: OnEnd,
  ): void {
    const isOffered = value === '' || choices.some((choice) => choice.value === value);
    this.#choices = choices;
    this.#typed = { text: begun?.typed ?? '', at: performance.now() };
    this.element.replaceChildren(
      ...optionElements(choices),
      new Option(words.empty, ''),
      ...(isOffered ? [] : [new Option(value, value)]),
    );
    this.element.value = begun?.chosen ?? value;
    this.show(label, onEnd);
  }

  /** By ourselves: the browser knows nothing of the letters that were typed before the choices were known. */
  #type(event: KeyboardEvent): void {
    const before = event.timeStamp - this.#typed.at > pause ? '' : this.#typed.text;
    const isLetter = Array.from(event.key).length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isLetter || (event.key === ' ' && before === '')) return;
    event.preventDefault();
    this.#typed = { text: before + event.key, at: event.timeStamp };
    const meant = begunWith(this.#choices, this.#typed.text, this.element.value);
    if (meant) this.element.value = meant.value;
  }
}
