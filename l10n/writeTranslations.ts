import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

type Texts = Readonly<Record<string, string>>;

/** Splits the texts in l10n into the files that VS Code reads: package.nls*.json for package.json, a bundle for the code. */
export function writeTranslations(): void {
  const [english, german] = [readTexts('l10n/en.json'), readTexts('l10n/de.json')];
  const placeholders = placeholdersIn(readFileSync('package.json', 'utf8'));
  writeTexts(
    'package.nls.json',
    placeholders.map((key) => [key, english[key] ?? key]),
  );
  writeTexts(
    'package.nls.de.json',
    placeholders.map((key) => [key, german[`%${key}%`]]),
  );
  mkdirSync('dist/l10n', { recursive: true });
  writeTexts(
    'dist/l10n/bundle.l10n.de.json',
    Object.entries(german).filter(([key]) => !/^%.*%$/.test(key)),
  );
}

/** `Copy Link` for `"%Copy Link%"`: an English text, or a key of l10n/en.json. */
export function placeholdersIn(packageJson: string): string[] {
  return [...new Set([...packageJson.matchAll(/"%([^"]+)%"/g)].map(([, key = '']) => key))];
}

function readTexts(file: string): Texts {
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}

function writeTexts(file: string, entries: readonly (readonly [string, string | undefined])[]): void {
  writeFileSync(file, JSON.stringify(Object.fromEntries(entries)));
}
