import assert from 'node:assert/strict';
import fc from 'fast-check';
import { proposedFileName } from '../../../src/model/fileName.ts';

const named = (name: string): string => proposedFileName(name, 'records');

describe('file name from arbitrary text', () => {
  it('keeps the text as far as a file name can', () => {
    assert.equal(named('Leads: Pune/Goa'), 'Leads Pune Goa');
    assert.equal(named('किताब 👩‍👩‍👧 می‌خواهم'), 'किताब 👩‍👩‍👧 می‌خواهم');
    for (const none of ['', ' . ', '../..', '\u202E', '***']) assert.equal(named(none), 'records');
  });

  it('reads as spelled: no mark reverses its extension', () => {
    assert.equal(named('invoice\u202Efdp.exe\u2066'), 'invoicefdp.exe');
  });

  it('is never a Windows device name', () => {
    for (const device of ['CON', 'nul', 'Lpt1', 'com9.x']) assert.notEqual(named(device), device);
    assert.equal(named('Console'), 'Console');
  });

  it('is truncated between two characters, and ends with one', () => {
    assert.equal(named(`${'a'.repeat(79)}🙂`), 'a'.repeat(79));
    assert.equal(named(`${'a'.repeat(78)} . b`), 'a'.repeat(78));
    assert.equal(named('a\uD83Db'), 'a\uFFFDb');
  });

  it('is a valid path segment, whatever its content', () => {
    const parts = fc.constantFrom('a', '.', ' ', '/', '\\', '\n', '\u2028', '🙂', '\uD83D', '\u202E', ':', '👩‍👧');
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 100 }), (some) => {
        const name = named(some.join(''));
        assert.match(name, /^[^\\/:\p{Cc}\u2028\u202E]{1,80}$/u);
        assert.doesNotMatch(name, /^[\s.]|[\s.]$/);
        assert.ok(name.isWellFormed());
      }),
    );
  });
});
