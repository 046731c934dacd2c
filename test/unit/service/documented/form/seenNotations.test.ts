import assert from 'node:assert/strict';
import { controllerName } from '../../../../../src/model/controller.ts';
import type { Cell, RecordPage } from '../../../../../src/model/list/recordPage.ts';
import { SeenNotations } from '../../../../../src/service/documented/form/seenNotations.ts';
import { plainColumn } from '../../../../support/plainColumn.ts';

describe('notation of dates in a list', () => {
  const controller = controllerName('crm', 'leads');
  const due = { at: ['due'], kind: 'date', options: [] } as const;
  const days = (count: number, text: (day: string) => string): readonly string[] =>
    Array.from({ length: count }, (_, index) => text(String(index + 1).padStart(2, '0')));
  const pageOf = (cells: readonly Cell[]): RecordPage =>
    ({
      columns: [plainColumn('leads.due', { kind: 'date' })],
      rows: cells.map((cell) => ({ cells: [cell] })),
      alias: 'leads',
    }) as unknown as RecordPage;
  const notationOf = (...pages: readonly (readonly Cell[])[]): unknown => {
    const seen = new SeenNotations({ choiceSeparator: 'asSeen', dateFormat: 'asSeen' });
    for (const page of pages) seen.learnRows(controller, pageOf(page));
    return seen.get(controller, due);
  };

  it('is detected from any row with a day above 12', () => {
    const unclear = days(12, (day) => `${day}/02/2026`);
    assert.deepEqual(notationOf([...unclear, ...unclear, '13/02/2026']), { format: 'DD/MM/YYYY' });
    assert.deepEqual(notationOf(unclear, unclear, ['02/28/2026']), { format: 'MM/DD/YYYY' });
    assert.deepEqual(notationOf(unclear), { example: '08/02/2026' });
  });

  it('is seconds since 1970 if a record has them, whatever its other dates are', () => {
    const seen = new SeenNotations({ choiceSeparator: 'asSeen', dateFormat: 'asSeen' });
    const hired = { at: ['hired'], kind: 'dateTime', options: [] } as const;
    for (const value of [1_500_003_661, '1500003661']) {
      seen.learnRecord(controller, [due, hired], { due: '24.12.2026', hired: value });
      assert.deepEqual(seen.get(controller, hired), { example: '1500003661' });
      seen.clear();
    }
  });

  it('is detected once per list, not once per page', () => {
    let looked = 0;
    const page = pageOf(['-']);
    const rows = new Proxy(
      Array.from({ length: 100 }, () => ({ cells: ['-'] })),
      {
        get: (target, key) => {
          if (key === 'slice') looked += 1;
          return Reflect.get(target, key) as unknown;
        },
      },
    );
    const seen = new SeenNotations({ choiceSeparator: 'asSeen', dateFormat: 'asSeen' });
    for (let turn = 0; turn < 50; turn++) seen.learnRows(controller, { ...page, rows: rows as never });
    assert.equal(looked, 5);
  });
});
