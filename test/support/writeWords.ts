// npm run words: writes down every sentence that src says, drops translations of what it no longer says, and tells
// which sentences are still to be translated
import { readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './projectPaths.ts';
import { bundleKeys, usedSentences } from './sentences.ts';

const english = inProject('l10n/bundle.l10n.json');
const german = inProject('l10n/bundle.l10n.de.json');

const keys = bundleKeys(usedSentences());
const translated = JSON.parse(readFileSync(german, 'utf8')) as Readonly<Record<string, string>>;
const missing = keys.filter((key) => !translated[key]);
write(
  english,
  keys.map((key) => [key, key]),
);
write(
  german,
  keys.filter((key) => translated[key]).map((key) => [key, translated[key] ?? '']),
);
console.log(`${keys.length} sentences, ${missing.length} to be translated${missing.length > 0 ? ':' : ''}`);
for (const key of missing) console.log(`  ${JSON.stringify(key)}: "",`);

function write(file: string, entries: readonly (readonly [string, string])[]): void {
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}
