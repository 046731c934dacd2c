import assert from 'node:assert/strict';
import { formatNumber, localeFor, formatPreciseNumber, setNumberLocale } from '../../../src/model/formatNumber.ts';
import { dateAndTime, timeOfDay } from '../../../src/model/momentFormat.ts';

describe('numbers in messages', () => {
  afterEach(() => setNumberLocale('en'));

  it('are formatted in the display language, whatever the system locale', () => {
    assert.equal(localeFor('de', ['en-US']), 'de');
    assert.equal(localeFor('en', ['de-DE', 'fr']), 'en');
  });

  it('use the region of the user if it has that language', () => {
    assert.equal(localeFor('en', ['de-DE', 'en-GB', 'en-US']), 'en-GB');
    assert.equal(localeFor('de', ['de-CH']), 'de-CH');
    assert.equal(localeFor('zh-cn', []), 'zh-cn');
  });

  it('are English for an unknown language', () => {
    for (const odd of ['', 'qps-ploc', 'not a language', 'C', 'x_y']) assert.equal(localeFor(odd, ['C']), 'en');
  });

  it('have the separators of that language', () => {
    const plain = (text: string): string => text.replaceAll(/\s/g, ' ');
    const moment = Date.UTC(2026, 10, 5, 15, 4, 5) + new Date(2026, 10, 5).getTimezoneOffset() * 60_000;
    assert.deepEqual(
      [formatNumber(12_345), formatPreciseNumber(1.25, 1), plain(timeOfDay(moment))],
      ['12,345', '1.3', '3:04:05 PM'],
    );
    setNumberLocale('de');
    assert.deepEqual(
      [formatNumber(12_345), formatPreciseNumber(1.24, 1), timeOfDay(moment)],
      ['12.345', '1,2', '15:04:05'],
    );
    assert.equal(dateAndTime(moment), '5.11.2026, 15:04:05');
  });
});
