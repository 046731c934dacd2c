import assert from 'node:assert/strict';
import { formatNumber, numberSigns, setNumberLocale } from '../../../src/model/formatNumber.ts';
import { ValueFormatter } from '../../../src/model/formatValue.ts';
import { momentFormatsByLocale } from '../../../src/model/momentFormat.ts';

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const minutes = { hour: '2-digit', minute: '2-digit' } as const;
const seconds = { ...minutes, second: '2-digit' } as const;
const two = (value: number): string => String(value).padStart(2, '0');
const hours = Array.from({ length: 24 }, (_, hour) => hour);

describe('numbers and dates', () => {
  afterEach(() => setNumberLocale('en'));

  // those with a format of their own, and some that leave it to Intl
  for (const locale of [
    ...new Set([...numberSigns.keys(), ...momentFormatsByLocale.keys()]),
    'en-IN',
    'de-CH',
    'fr',
    'es',
    'pl',
    'zh-cn',
    'ja',
  ]) {
    const written = (moment: string, options: Intl.DateTimeFormatOptions): string =>
      new Intl.DateTimeFormat(locale, { ...options, numberingSystem: 'latn' }).format(new Date(moment));
    const values = new ValueFormatter(locale);

    it(`are those of Intl in ${locale}: numbers`, () => {
      setNumberLocale(locale);
      const numbers = new Intl.NumberFormat(locale, { numberingSystem: 'latn', maximumFractionDigits: 20 });
      for (const whole of ['0', '7', '999', '1000', '12345', '123456', '1234567', '999999999999999']) {
        assert.equal(values.number(whole), numbers.format(Number(whole)));
        assert.equal(formatNumber(Number(whole)), numbers.format(Number(whole)));
        assert.equal(values.number(`${whole}.5`), numbers.format(BigInt(whole)) + numbers.format(0.5).slice(1));
      }
      const long = '123456789012345678901234567890';
      assert.equal(values.number(long), numbers.format(BigInt(long)));
      for (const odd of [-1, -12_345, 0.5, 1e21, Number.NaN, Number.POSITIVE_INFINITY])
        assert.equal(formatNumber(odd), new Intl.NumberFormat(locale).format(odd));
    });

    it(`are those of Intl in ${locale}: dates and times`, () => {
      for (const date of ['2026-11-05', '1999-12-31', '2024-02-29', '1000-01-01', '9999-12-31', '0999-03-04'])
        assert.equal(values.moment(date, 'date'), written(`${date}T00:00Z`, { ...day, timeZone: 'UTC' }));
      for (const hour of hours) {
        const [moment, time] = [`2026-03-29 ${two(hour)}:05:09`, `${two(hour)}:05`];
        const utc = moment.replace(' ', 'T');
        assert.equal(values.moment(moment, 'dateTime'), written(`${utc}Z`, { ...day, ...seconds, timeZone: 'UTC' }));
        // converted to local time
        assert.equal(values.moment(`${utc}Z`, 'dateTime'), written(`${utc}Z`, { ...day, ...seconds }));
        assert.equal(values.moment(`${utc}-11:30`, 'dateTime'), written(`${utc}-11:30`, { ...day, ...seconds }));
        assert.equal(values.moment(time, 'time'), written(`2026-03-29T${time}Z`, { ...minutes, timeZone: 'UTC' }));
        assert.equal(
          values.moment(`${time}:09`, 'time'),
          written(`2026-03-29T${time}:09Z`, { ...seconds, timeZone: 'UTC' }),
        );
      }
    });
  }
});
