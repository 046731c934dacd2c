import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { inProject } from '../../support/projectPaths.ts';

/** What a translation must share with the original, whatever the words. */
interface Skeleton {
  readonly headings: readonly number[];
  readonly codes: readonly string[];
  readonly pictures: readonly string[];
  readonly names: readonly string[];
}

function skeletonOf(text: string): Skeleton {
  const prose = text.replaceAll(/^```.*?^```/gms, '');
  const found = (pattern: RegExp): string[] => [...prose.matchAll(pattern)].map(([, one = '']) => one);
  const sorted = (values: readonly string[]): string[] => [...new Set(values)].toSorted();
  return {
    headings: found(/^(#+) /gm).map((marks) => marks.length),
    codes: sorted(found(/`([^`\n]+)`/g)),
    pictures: sorted(found(/!\[[^\]]*\]\((?:\.\.\/)*([^)\s]+)\)/g)),
    names: sorted(found(/\*\*([^*\n]+)\*\*/g)),
  };
}

const german = JSON.parse(readFileSync(inProject('l10n/de.json'), 'utf8')) as Readonly<Record<string, string>>;

/** The German name of a command, view or button; undefined if it isn't one of ours. */
function translated(name: string): string | undefined {
  return german[`%${name}%`] ?? german[name];
}

describe('German guide', () => {
  const guides = globSync('*.md', { cwd: inProject('docs/de') });

  it('exists for every audience', () => {
    assert.deepEqual(guides.toSorted(), ['admin.md', 'developer.md', 'support-staff.md']);
  });

  for (const guide of guides) {
    const [original, translation] = ['docs', 'docs/de'].map((folder) =>
      skeletonOf(readFileSync(inProject(folder, guide), 'utf8')),
    ) as [Skeleton, Skeleton];

    it(`has the headings, settings and pictures of ${guide}`, () => {
      assert.deepEqual(translation.headings, original.headings);
      assert.deepEqual(translation.codes, original.codes);
      assert.deepEqual(translation.pictures, original.pictures);
    });

    it(`uses the German names of commands and buttons in ${guide}`, () => {
      const expected = original.names.flatMap((name) => translated(name) ?? []);
      assert.ok(expected.length > 5, `${expected.length} names`);
      assert.deepEqual(
        expected.filter((name) => !translation.names.includes(name)),
        [],
      );
    });
  }
});
