import assert from 'node:assert/strict';
import type { ColumnKind } from '../../../../src/model/list/recordPage.ts';
import { matchOf } from '../../../../src/services/references/lookUp.ts';
import { plainColumn } from '../../../support/plainColumn.ts';

describe('what stands beside a record that can be chosen', () => {
  const detailOf = (kinds: readonly ColumnKind[], cells: readonly (string | null)[], id: string | null = '7') =>
    matchOf(
      { id, name: 'Ada', isDeleted: false, canEdit: true, canDelete: true, canComment: true, cells },
      kinds.map((kind, at) => plainColumn(`users.c${at}`, { kind })),
    )?.detail;

  it('is the first that tells more than its name and its id, as a table shows it', () => {
    assert.equal(detailOf(['number', 'text', 'date', 'text'], ['7', 'Ada', '2026-11-16', 'Pune']), '11/16/2026');
    assert.equal(detailOf(['number'], ['1234567']), '1,234,567');
    // there is no column for it
    assert.equal(detailOf([], ['2026-11-16']), '2026-11-16');
  });

  it('is nothing for what is empty, a date of noughts too', () => {
    assert.equal(detailOf(['date', 'text', 'text'], ['0000-00-00', null, 'Pune']), 'Pune');
    assert.equal(detailOf(['date', 'text'], ['0000-00-00', '']), undefined);
    assert.equal(detailOf(['text'], ['Pune'], null), undefined);
  });
});
