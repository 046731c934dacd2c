import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { inProject } from '../../support/projectPaths.ts';

/** Words of the glossary, with the types that may be named after them: each means what the glossary says. */
const typesByWord: Readonly<Record<string, readonly string[]>> = {
  Controller: ['Controller', 'FilteredController'],
  ListView: ['ListView'],
  Draft: ['Draft', 'OpenDraft', 'ReadDraft', 'StoredDraft'],
  StagedChange: ['StagedChange'],
  // the plan that a run executes is in its journal
  Plan: ['BulkPlan', 'OpenedPlan', 'ReadPlan'],
  Run: ['ActiveRun', 'DryRun', 'ListedRun', 'PreparedRun', 'ReadRun', 'ShownRun'],
};

const types = globSync('**/*.ts', { cwd: inProject('src') })
  .filter((file) => !file.startsWith('demo'))
  .flatMap((file) => [
    ...readFileSync(inProject('src', file), 'utf8').matchAll(
      /^(?:export )?(?:abstract )?(?:class|interface|type|enum) (\w+)/gm,
    ),
  ])
  .map(([, name = '']) => name);

function glossary(): string[] {
  const text = readFileSync(inProject('docs/architecture.md'), 'utf8');
  const section = /^## Glossary$(.*?)^## /ms.exec(text)?.[1] ?? '';
  return [...section.matchAll(/^\| (\w[\w ]*?) +\|/gm)].map(([, word = '']) => word).filter((word) => word !== 'Word');
}

function typeNameOf(word: string): string {
  return word.replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
}

describe('glossary', () => {
  it('defines the ten words of the domain', () => {
    assert.deepEqual(glossary(), [
      'controller',
      'list view',
      'record',
      'field',
      'column',
      'connection',
      'draft',
      'staged change',
      'plan',
      'run',
    ]);
  });

  it('has one type at most for each word', () => {
    const names = glossary().map(typeNameOf);
    const twice = names.filter((name) => types.filter((one) => one === name).length > 1);
    assert.deepEqual(twice, []);
  });

  for (const [word, meant] of Object.entries(typesByWord))
    it(`uses ${word} in type names for nothing else`, () => {
      assert.deepEqual([...new Set(types.filter((name) => name.endsWith(word)))].toSorted(), meant);
    });
});

describe('command titles in the palette', () => {
  const { contributes } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
    contributes: { commands: { command: string; title: string; category: string }[] };
  };
  const english = JSON.parse(readFileSync(inProject('l10n/en.json'), 'utf8')) as Readonly<Record<string, string>>;
  const titles = contributes.commands.map(({ title }) => english[title.slice(1, -1)] ?? title.slice(1, -1));
  const small = new Set([
    'a',
    'an',
    'and',
    'as',
    'by',
    'for',
    'from',
    'in',
    'into',
    'of',
    'on',
    'or',
    'the',
    'to',
    'with',
  ]);

  it('are in title case, like those of VS Code', () => {
    const words = (title: string): string[] =>
      title.split(' ').filter((word, index) => index === 0 || !small.has(word));
    const odd = titles.filter((title) =>
      words(title).some((word) => word !== 'curl' && word.charAt(0) !== word.charAt(0).toUpperCase()),
    );
    assert.deepEqual(odd, []);
  });

  it('are in one category', () => {
    assert.deepEqual(new Set(contributes.commands.map(({ category }) => category)), new Set(['%Recordbench%']));
  });
});
