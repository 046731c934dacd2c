// npm run words: removes unused German texts and lists what still needs translation
import { writeFileSync } from 'node:fs';
import { inProject } from './projectPaths.ts';
import { readTexts, shownTexts } from './sentences.ts';

const keys = [...shownTexts().keys()];
const german = readTexts('l10n/de.json');
const missing = keys.filter((key) => !german[key]);
const kept = Object.fromEntries(keys.filter((key) => german[key]).map((key) => [key, german[key]]));
writeFileSync(inProject('l10n/de.json'), `${JSON.stringify(kept, null, 2)}\n`);
console.log(`${keys.length} texts, ${missing.length} to be translated${missing.length > 0 ? ':' : ''}`);
for (const key of missing) console.log(`  ${JSON.stringify(key)}: "",`);
