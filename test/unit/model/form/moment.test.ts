import assert from 'node:assert/strict';
import {
  hasPaddedFormat,
  momentFormats,
  momentNotation,
  readMoment,
  writeMoment,
  writtenMoment,
} from '../../../../src/model/form/moment.ts';

describe('date notation of a service', () => {
  for (const [text, format, native] of [
    ['2026-11-14', 'YYYY-MM-DD', '2026-11-14'],
    ['14/11/2026', 'DD/MM/YYYY', '2026-11-14'],
    ['11/14/2026', 'MM/DD/YYYY', '2026-11-14'],
    ['4.1.2026', 'D.M.YYYY', '2026-01-04'],
    ['20261114', 'YYYYMMDD', '2026-11-14'],
    ['14-11-2026 09:05', 'DD-MM-YYYY HH:mm', '2026-11-14T09:05:00'],
    ['11/14/2026 3:05 PM', 'MM/DD/YYYY h:mm A', '2026-11-14T15:05:00'],
    ['2026-11-14T10:00:00.000', 'YYYY-MM-DDTHH:mm:ss.000', '2026-11-14T10:00:00'],
    ['12:30 am', 'hh:mm a', '00:30:00'],
    ['9:05', 'H:mm', '09:05:00'],
  ] as const)
    it(`is inferred from ${text}`, () => {
      assert.equal(momentFormats(text)[0], format);
      assert.equal(readMoment(text, format), native);
      assert.equal(writeMoment(native, format), text);
    });

  for (const text of ['2026-02-30', '31/31/2026', '2026-11-14T10:00:00Z', 'soon', '1789000000', '14:60', '14-Nov-2026'])
    it(`is not inferred from ${text}`, () => assert.deepEqual(momentFormats(text), []));

  it('is inferred from several values together, and not at all if day and month are ambiguous', () => {
    assert.deepEqual(momentNotation(['05/06/2026', '14/11/2026'], 'date'), { format: 'DD/MM/YYYY' });
    assert.deepEqual(momentNotation(['05/06/2026', '11/14/2026'], 'date'), { format: 'MM/DD/YYYY' });
    assert.deepEqual(momentNotation(['4/11/2026', '14/11/2026'], 'date'), { format: 'D/M/YYYY' });
    assert.deepEqual(momentNotation(['05/06/2026'], 'date'), { example: '05/06/2026' });
    assert.deepEqual(momentNotation(['14/11/2026', '2026-11-14'], 'date'), { example: '2026-11-14' });
    assert.equal(momentNotation(['soon'], 'date'), undefined);
  });

  it('is recognized again in another value, unless it has numbers without leading zeros', () => {
    assert.equal(hasPaddedFormat('2026-11-14 09:05:00', 'YYYY-MM-DD HH:mm:ss'), true);
    assert.equal(hasPaddedFormat('11/14/2026', 'DD/MM/YYYY'), false);
    assert.equal(hasPaddedFormat('2026-2-03', 'YYYY-MM-DD'), false);
    assert.equal(hasPaddedFormat('12:30 AM', 'hh:mm a'), false);
    assert.equal(hasPaddedFormat('soon', 'YYYY-MM-DD'), false);
    // these would read numbers with zeros, too
    for (const format of ['D.M.YYYY', 'H:mm', 'MM/DD/YYYY h:mm A'])
      assert.equal(hasPaddedFormat(writeMoment('2026-11-14T10:00:00', format), format), false);
  });

  it('determines how a date from another source is stored', () => {
    const field = { kind: 'date', label: 'Due', notation: { format: 'DD/MM/YYYY' } };
    assert.deepEqual(writtenMoment(field, '', '2031-12-24'), { value: '24/12/2031' });
    assert.deepEqual(writtenMoment(field, '', '24.12.2031'), { value: '24/12/2031' });
    assert.deepEqual(writtenMoment(field, '', '05/06/2031'), { value: '05/06/2031' });
    // a stored value keeps its own notation
    assert.deepEqual(writtenMoment(field, '2026-11-14', '2031-12-24'), { value: '2031-12-24' });
    assert.deepEqual(writtenMoment({ kind: 'date', label: 'Due' }, '14.11.2026', '2031-12-24'), {
      value: '24.12.2031',
    });
    assert.deepEqual(writtenMoment({ kind: 'date', label: 'Due' }, '2026-11-14', '05/06/2031', ['14/11/2026']), {
      value: '2031-06-05',
    });
    assert.deepEqual(writtenMoment({ kind: 'date', label: 'Due' }, '', '24.12.2031'), { value: '24.12.2031' });
    assert.deepEqual(writtenMoment(field, '', 'next week'), { value: 'next week' });
  });

  it('is seconds or milliseconds since 1970 where the stored value is, in the time zone that is shown', () => {
    const hired = { kind: 'dateTime', label: 'Hired', notation: { format: 'DD.MM.YYYY HH:mm:ss' } };
    const local = new Date(2031, 11, 24, 14, 30).getTime();
    for (const text of ['2031-12-24 14:30:00', '24.12.2031 14:30:00'])
      assert.deepEqual(writtenMoment(hired, '1500003661', text), { value: String(local / 1_000) });
    assert.deepEqual(writtenMoment({ ...hired, notation: {} }, '1500003661000', '2031-12-24T14:30'), {
      value: String(local),
    });
    assert.deepEqual(writtenMoment(hired, '1500003661', '2031-12-24'), {
      value: String(new Date(2031, 11, 24).getTime() / 1_000),
    });
    assert.deepEqual(writtenMoment({ ...hired, notation: { example: '1500003661' } }, '', '2031-12-24 14:30:00'), {
      value: String(local / 1_000),
    });
    // a day is shown as in UTC
    assert.deepEqual(writtenMoment({ kind: 'date', label: 'Due' }, '1500000000', '2031-12-24'), {
      value: String(Date.UTC(2031, 11, 24) / 1_000),
    });
    assert.deepEqual(writtenMoment(hired, '1500003661', '1600000000'), { value: '1600000000' });
  });

  it('is not guessed', () => {
    const field = { kind: 'date', label: 'Due' };
    assert.match(
      writtenMoment(field, '05/06/2026', '2031-12-24').problem ?? '',
      /which number in 05\/06\/2026 is the month.*“Date format”/,
    );
    assert.match(
      writtenMoment(field, '2026-11-14', '05/06/2031').problem ?? '',
      /two different days\. Write it as 2031-12-24/,
    );
    assert.deepEqual(writtenMoment(field, '05/06/2026', '07/08/2031'), { value: '07/08/2031' });
  });
});
