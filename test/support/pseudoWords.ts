import { readFileSync } from 'node:fs';
import { inProject } from './projectPaths.ts';

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const strange = 'åƀçđéƒĝĥîĵķļɱñöþʠŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';

/** Every sentence as a language would have it that is written with other letters and needs far more room: `[!! Šåṽé ñö !!]`. */
export function pseudoWords(): Readonly<Record<string, string>> {
  const sentences = JSON.parse(readFileSync(inProject('l10n/bundle.l10n.json'), 'utf8')) as Record<string, string>;
  return Object.fromEntries(Object.values(sentences).map((sentence) => [sentence, pseudo(sentence)]));
}

export function pseudo(sentence: string): string {
  const letters = sentence.replaceAll(/\{\w+\}|\$\([\w-]+\)|[A-Za-z]/g, (found) =>
    found.length > 1 ? found : (strange[plain.indexOf(found)] ?? found),
  );
  const longer = ' ñö'.repeat(Math.ceil((sentence.length * 0.4) / 3));
  return `[!! ${letters}${longer} !!]`;
}
