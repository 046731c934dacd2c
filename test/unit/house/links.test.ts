import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../../support/projectPaths.ts';
import { shippedOf } from './shippedFiles.ts';
import { trackedFiles } from './trackedFiles.ts';

interface Link {
  readonly from: string;
  /** Relative to the project; '' for a heading in the same file. */
  readonly to: string;
  readonly heading: string | undefined;
}

/** The links of a Markdown text to a file or heading, including images. */
function linksIn(from: string, text: string): Link[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '``');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/i.test(target))
    .map((target) => {
      const [file = '', heading] = target.split('#');
      const to = file === '' ? from : path.posix.join(path.posix.dirname(from), file);
      return { from, to, heading };
    });
}

/** The anchors of a Markdown text's headings. */
function headingsIn(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('links in the docs', () => {
  const documents = trackedFiles().filter((file) => file.endsWith('.md'));
  const links = documents.flatMap((file) => linksIn(file, readFileSync(inProject(file), 'utf8')));

  it('point to existing files and headings', () => {
    assert.ok(links.some(({ from }) => from === 'README.md') && links.some(({ from }) => from === 'CONTRIBUTING.md'));
    const broken = links.filter(({ to, heading }) => {
      if (!existsSync(inProject(to))) return true;
      return heading !== undefined && !headingsIn(readFileSync(inProject(to), 'utf8')).includes(heading);
    });
    assert.deepEqual(broken, []);
  });

  it('point to packaged files from docs that ship to users', async () => {
    const read = links.filter(({ from }) =>
      /^(?:README\.md|CHANGELOG\.md|SUPPORT\.md|SECURITY\.md|docs\/(?!ci\.md).*)$/.test(from),
    );
    const targets = [...new Set(read.map(({ to }) => to))];
    const shipped = await shippedOf(targets);
    const missing = read.filter(({ to }) => !shipped.includes(to));
    // the images of the docs would be a twelfth of the package, and the text says what they show; the README has its
    // own
    const isPictureOfDocs = ({ from, to }: Link): boolean =>
      from.startsWith('docs/') && to.startsWith('docs/pictures/');
    // for contributors and pipelines, who have the repository
    const isInRepository = ({ to }: Link): boolean =>
      ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/decisions.md', 'docs/ci.md'].includes(to);
    assert.deepEqual(
      missing.filter((link) => !isPictureOfDocs(link) && !isInRepository(link)),
      [],
    );
    assert.deepEqual(
      shipped.filter((file) => file.startsWith('docs/pictures/')),
      [],
    );
  });

  it('are checked, including those to images and headings', () => {
    const text = '[a](b.md) ![c](../d.webp "e") [f](#g-h) [i](https://example.com) `[j](k.md)`\n```\n[l](m.md)\n```\n';
    assert.deepEqual(linksIn('docs/n.md', text), [
      { from: 'docs/n.md', to: 'docs/b.md', heading: undefined },
      { from: 'docs/n.md', to: 'd.webp', heading: undefined },
      { from: 'docs/n.md', to: 'docs/n.md', heading: 'g-h' },
    ]);
    assert.deepEqual(headingsIn('# One, two\n## `src` and more\n'), ['one-two', 'src-and-more']);
  });
});
