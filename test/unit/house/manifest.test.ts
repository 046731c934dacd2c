import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import * as manifest from '../../../src/manifest.ts';
import { placeholdersIn } from '../../../l10n/writeTranslations.ts';
import { inProject } from '../../support/projectPaths.ts';
import { readTexts, shownTexts } from '../../support/sentences.ts';
import { contributedIds, danglingIds, missing, type PackageJson } from './contributions.ts';
import { pluck } from '../../support/pluck.ts';

const groups = {
  views: manifest.views,
  viewContainers: manifest.viewContainers,
  settings: manifest.settings,
  contextKeys: manifest.contextKeys,
  tools: manifest.toolNames.map(manifest.toolId),
  schemes: manifest.schemes,
  languages: manifest.languages,
  customEditors: manifest.customEditors,
};

/** Marketplace categories that an extension may choose. */
const marketplaceCategories = (
  'AI, Chat, Data Science, Debuggers, Education, Extension Packs, Formatters, Keymaps, ' +
  'Language Packs, Linters, Machine Learning, Notebooks, Other, Programming Languages, SCM Providers, ' +
  'Snippets, Testing, Themes, Visualization'
).split(', ');

function readJson(file: string): unknown {
  return existsSync(inProject(file)) ? JSON.parse(readFileSync(inProject(file), 'utf8')) : {};
}

describe('src/manifest.ts', () => {
  const contributed = contributedIds(readJson('package.json') as PackageJson);

  for (const [group, ids] of Object.entries(groups)) {
    it(`has exactly the ${group} of package.json`, () => {
      const [inCode, inPackage] = [Object.values<string>(ids), contributed[group] ?? []];
      assert.deepEqual(missing(inPackage, inCode), [], 'in package.json, but not in src/manifest.ts');
      assert.deepEqual(missing(inCode, inPackage), [], 'in src/manifest.ts, but not in package.json');
    });
  }
});

describe('package.json', () => {
  it('uses no undeclared command, view, setting or editor', () => {
    assert.deepEqual(danglingIds(readJson('package.json') as PackageJson), []);
  });

  it('has a text for every key, and no unused text', () => {
    const used = placeholdersIn(readFileSync(inProject('package.json'), 'utf8'));
    const keys = Object.keys(readTexts('l10n/en.json'));
    // a title is plain text; a key is one word, or several joined by dots
    assert.deepEqual(
      missing(
        used.filter((one) => /^[a-z][\w.]*$/.test(one)),
        keys,
      ),
      [],
      'has no text',
    );
    assert.deepEqual(missing(keys, used), [], 'is used nowhere');
  });

  it('declares the same minimum VS Code and Node versions as the types and the docs', () => {
    const { engines, devDependencies } = readJson('package.json') as Record<string, Record<string, string>>;
    const oldest = /^\^(\d+\.\d+)\.0$/.exec(engines?.['vscode'] ?? '')?.[1];
    const [types = '', node = ''] = ['vscode', 'node'].map((name) => devDependencies?.[`@types/${name}`]);
    assert.equal(types.replace(/\.\d+$/, ''), oldest);
    const readme = readFileSync(inProject('README.md'), 'utf8');
    assert.ok(readme.includes(`VS Code ${oldest} or later`));
    assert.ok(readme.includes(`Node.js ${node.replace(/\.\d+$/, '')}`));
    assert.ok(`Update VS Code to ${oldest} or later.` in readTexts('l10n/de.json'));
  });

  it('uses categories and keywords that the Marketplace accepts', () => {
    const { categories, keywords } = readJson('package.json') as { categories: string[]; keywords: string[] };
    assert.deepEqual(missing(categories, marketplaceCategories), []);
    assert.deepEqual(keywords, [...new Set(keywords)].toSorted());
    // the limit is 30, and vsce adds one for each kind of contribution and each file type
    assert.ok(keywords.length <= 20, `${keywords.length} keywords`);
  });

  // the keyboard can reach a line's context menu, but not its inline buttons
  it('offers every inline action of a tree item in its context menu, too', () => {
    type Item = { readonly command: string; readonly when: string; readonly group: string };
    const { contributes } = readJson('package.json') as { contributes: { menus: Record<string, Item[]> } };
    const places = (isBeside: boolean): string[] =>
      (contributes.menus['view/item/context'] ?? [])
        .filter(({ group }) => group.startsWith('inline') === isBeside)
        .map(({ command, when }) => `${command} in ${/view == (\S+)/.exec(when)?.[1]}`);
    assert.deepEqual(missing(places(true), places(false)), []);
  });

  it('has no view title button that is also an item action: VS Code passes it the focused item', () => {
    const { contributes } = readJson('package.json') as {
      contributes: { menus: Record<string, { readonly command: string }[]> };
    };
    const inMenu = (menu: string): string[] => (contributes.menus[menu] ?? []).map(({ command }) => command);
    const both = inMenu('view/title').filter((command) => inMenu('view/item/context').includes(command));
    // there is only one demo, whatever the line
    assert.deepEqual(
      both.filter((command) => !command.endsWith('Demo')),
      [],
    );
  });
});

describe('tabs', () => {
  it('each have an icon for light and dark themes', () => {
    const pages = globSync('src/features/*/host/*.ts', { cwd: inProject() })
      .map((file) => readFileSync(inProject(file), 'utf8'))
      .filter((text) => text.includes('webview.html = webviewPage('));
    const icons = pages.map((text) => /\.iconPath = editorIcon\([^']*'(\w+)'\)/.exec(text)?.[1]);
    assert.ok(icons.length >= 6);
    for (const icon of icons)
      for (const theme of ['light', 'dark']) assert.ok(existsSync(inProject('media', `${icon}-${theme}.svg`)), icon);
  });
});

interface Step {
  readonly id: string;
  readonly media: { readonly svg: string };
  readonly completionEvents: readonly string[];
}

describe('views', () => {
  it('leave room for the records: the others start collapsed, and small when expanded', () => {
    const { contributes } = readJson('package.json') as {
      readonly contributes: { readonly views: Record<string, readonly Record<string, unknown>[]> };
    };
    const [records, ...others] = contributes.views['recordbench'] ?? [];
    assert.equal(records?.['id'], 'recordbench.records');
    assert.deepEqual(pluck(others, 'id', 'visibility', 'when'), [
      ['recordbench.pending', 'collapsed', undefined],
      ['recordbench.watched', 'collapsed', 'recordbench.watching'],
    ]);
    for (const { initialSize } of others)
      assert.ok(Number(initialSize) * 5 <= Number(records['initialSize']), 'a view without a size gets 20');
  });
});

describe('walkthrough', () => {
  const { contributes, name, publisher } = readJson('package.json') as {
    readonly name: string;
    readonly publisher: string;
    readonly contributes: {
      readonly commands: readonly { readonly command: string; readonly title: string }[];
      readonly walkthroughs: readonly { readonly id: string; readonly steps: readonly Step[] }[];
    };
  };

  const texts = { English: Object.fromEntries(shownTexts([])), German: readTexts('l10n/de.json') };

  for (const [language, shown] of Object.entries(texts))
    it(`and the empty view link to existing commands and steps, in ${language}`, () => {
      const all = Object.values(shown).join('\n');
      const linked = [...all.matchAll(/\(command:(recordbench\.\w+)\)/g)].map(([, id = '']) => id);
      assert.deepEqual(
        missing(
          linked,
          contributes.commands.map(({ command }) => command),
        ),
        [],
      );
      const id = contributes.walkthroughs[0]?.id ?? '';
      assert.ok(all.includes(`openWalkthrough?${encodeURIComponent(JSON.stringify(`${publisher}.${name}#${id}`))}`));
    });

  for (const [language, shown] of Object.entries(texts))
    it(`names commands as the palette does, in ${language}`, () => {
      const steps = Object.entries(shown).filter(([key]) => key.startsWith('%walk.'));
      const buttons = steps.flatMap(([, text]) => [...text.matchAll(/\[([^\]]+)\]\(command:(recordbench\.\w+)\)/g)]);
      assert.ok(buttons.length >= 7);
      const titles = new Map(contributes.commands.map(({ command, title }) => [command, shown[title]]));
      for (const [, label, command = ''] of buttons) assert.equal(`${label}`, titles.get(command)?.replace('…', ''));
    });

  it('leads from the demo to search, open, edit and bulk edit, and back to your own service', () => {
    const steps = contributes.walkthroughs.flatMap((one) => one.steps);
    assert.deepEqual(
      steps.map(({ id, completionEvents }) => `${id}: ${completionEvents.join()}`),
      [
        'demo: onContext:recordbench.startedDemo',
        'listView: onContext:recordbench.openedTable',
        'open: onContext:recordbench.openedRecord',
        'record: onContext:recordbench.savedRecord',
        'bulk: onContext:recordbench.changedMany',
        'undo: onContext:recordbench.undoneRun',
        'connection: onContext:recordbench.ownConnection',
      ],
    );
  });

  it('has a picture for every step, in theme colors', () => {
    for (const { media } of contributes.walkthroughs.flatMap(({ steps }) => steps)) {
      const picture = readFileSync(inProject(media.svg), 'utf8');
      assert.deepEqual(picture.match(/(?:fill|stroke)="(?!none|var\(--vscode-)[^"]*"/g), null, media.svg);
    }
  });
});

describe('contribution parser', () => {
  const sample: PackageJson = {
    activationEvents: ['onFileSystem:records'],
    contributes: {
      commands: [{ command: 'recordbench.open' }],
      viewsContainers: { activitybar: [{ id: 'recordbench' }] },
      views: { recordbench: [{ id: 'recordbench.tree' }] },
      configuration: [{ properties: { 'recordbench.size': {} } }],
      languageModelTools: [{ name: 'recordbench_find' }],
      languages: [{ id: 'record' }],
      customEditors: [{ viewType: 'recordbench.form', selector: [{ filenamePattern: 'records:/**/*.json' }] }],
      ...menus('view == recordbench.tree && !recordbench.busy', 'recordbench.open'),
    },
  };

  it('finds the ids of every group', () => {
    const ids = contributedIds(sample);
    assert.deepEqual(Object.fromEntries(Object.entries(ids).map(([group, all]) => [group, [...new Set(all)]])), {
      commands: ['recordbench.open'],
      viewContainers: ['recordbench'],
      views: ['recordbench.tree'],
      settings: ['recordbench.size'],
      contextKeys: ['recordbench.busy'],
      tools: ['recordbench_find'],
      schemes: ['records'],
      languages: ['record'],
      customEditors: ['recordbench.form'],
    });
  });

  it('parses when clauses with patterns, brackets and negations', () => {
    const clause =
      "(recordbench.a || !recordbench.b) && viewItem =~ /x && (y)/ && recordbench.c == 'd' && e in recordbench.f";
    const ids = contributedIds({ contributes: menus(clause, 'recordbench.open') });
    assert.deepEqual(ids['contextKeys'], ['recordbench.a', 'recordbench.b', 'recordbench.c', 'recordbench.f']);
  });

  it('finds undeclared ids', () => {
    assert.deepEqual(danglingIds(sample), []);
    const clause = 'view == recordbench.other && config.recordbench.none && activeCustomEditorId == recordbench.table';
    const contributes = { ...sample.contributes, ...menus(clause, 'recordbench.gone') };
    assert.deepEqual(danglingIds({ contributes }), [
      'recordbench.gone',
      'recordbench.other',
      'recordbench.none',
      'recordbench.table',
    ]);
  });
});

function menus(when: string, command: string): object {
  return { menus: { 'view/title': [{ command, when }] } };
}
