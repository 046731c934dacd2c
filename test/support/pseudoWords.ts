import { readTexts } from './sentences.ts';

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const hebrew = 'אבגדהוזחטיכלמנסעפצקרשתםןףץ';

/** Letters of a pseudo-language; `rtl` is written right to left. */
const letters = {
  ltr: 'åƀçđéƒĝĥîĵķļɱñöþʠŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ',
  rtl: `${hebrew}${hebrew}`,
};
export type Direction = keyof typeof letters;

/** Every message in a pseudo-language with other letters that needs far more space: `[!! Šåṽé ñö !!]`. */
export function pseudoWords(direction: Direction): Readonly<Record<string, string>> {
  const sentences = Object.keys(readTexts('l10n/de.json'));
  return Object.fromEntries(sentences.map((sentence) => [sentence, pseudo(sentence, direction)]));
}

export function pseudo(sentence: string, direction: Direction = 'ltr'): string {
  const written = (text: string): string =>
    text.replaceAll(/\{\w+\}|\$\([\w-]+\)|[A-Za-z]/g, (found) =>
      found.length > 1 ? found : (letters[direction][plain.indexOf(found)] ?? found),
    );
  const longer = written(' no').repeat(Math.ceil((sentence.length * 0.4) / 3));
  return `[!! ${written(sentence)}${longer} !!]`;
}
