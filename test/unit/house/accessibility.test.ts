import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { inProject } from '../../support/projectPaths.ts';

/** The success criteria of WCAG 2.2, levels A and AA, as the last numbers of their guidelines. */
const criteria: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1],
  '1.2': [1, 2, 3, 4, 5],
  '1.3': [1, 2, 3, 4, 5],
  '1.4': [1, 2, 3, 4, 5, 10, 11, 12, 13],
  '2.1': [1, 2, 4],
  '2.2': [1, 2],
  '2.3': [1],
  '2.4': [1, 2, 3, 4, 5, 6, 7, 11],
  '2.5': [1, 2, 3, 4, 7, 8],
  '3.1': [1, 2],
  '3.2': [1, 2, 3, 4, 6],
  '3.3': [1, 2, 3, 4, 7, 8],
  '4.1': [2, 3],
};

const statement = readFileSync(inProject('docs/accessibility.md'), 'utf8');
const rows = [...statement.matchAll(/^\| (\d\.\d\.\d+) .*\|$/gm)].map(([line, number = '']) => ({
  number,
  cells: line.split('|').slice(2, -1),
}));

/** The text under a heading. */
function under(heading: string): string {
  return statement.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? assert.fail(heading);
}

describe('accessibility statement', () => {
  it('has every criterion of WCAG 2.2, levels A and AA, once and in order', () => {
    const all = Object.entries(criteria).flatMap(([guideline, last]) => last.map((number) => `${guideline}.${number}`));
    assert.equal(all.length, 55);
    assert.deepEqual(
      rows.map(({ number }) => number),
      all,
    );
  });

  it('says of each part whether it is met, and how that was checked', () => {
    for (const { number, cells } of rows) {
      const [, ...parts] = cells.map((cell) => cell.trim());
      const how = parts.pop();
      assert.equal(parts.length, 5, number);
      for (const one of parts) assert.match(one, /^(?:yes|partly|no|open|VS Code|–)$/, number);
      if (parts.includes('yes')) assert.notEqual(how, '', number);
    }
  });

  it('explains each criterion that is not met or was not checked, and no other', () => {
    for (const [heading, answer] of [
      ['What is not met', /^(?:partly|no)$/],
      ['What was not checked', /^open$/],
    ] as const) {
      const expected = rows.filter(({ cells }) => cells.some((cell) => answer.test(cell.trim())));
      assert.deepEqual(
        [...new Set(under(heading).match(/\d\.\d\.\d+/g))].toSorted(),
        expected.map(({ number }) => number).toSorted(),
      );
    }
  });

  it('names tests that exist', () => {
    const named = [...new Set([...statement.matchAll(/`((?:src|test)\/[^`]+)`/g)].map(([, file = '']) => file))];
    assert.ok(named.length > 30);
    assert.deepEqual(
      named.filter((file) => !existsSync(inProject(file))),
      [],
    );
  });
});
