import assert from 'node:assert/strict';
import { ignoredFilter } from '../../../../src/model/list/ignoredFilter.ts';
import { plainColumn } from '../../../support/plainColumn.ts';

const columns = [plainColumn('leads.city'), plainColumn('leads.country')];
const ignoredFilters = (filters: Record<string, string | null>, ...rows: (string | null)[][]): string | undefined =>
  ignoredFilter(
    filters,
    columns,
    rows.map((cells) => ({ cells })),
  )?.key;

describe('ignored filter', () => {
  it('is detected if its column shows several values', () => {
    assert.equal(ignoredFilters({ 'leads.city': 'Goa' }, ['Goa', 'IN'], ['Pune', 'IN']), 'leads.city');
    assert.equal(ignoredFilters({ 'leads.city': null }, [null, 'IN'], ['Pune', 'IN']), 'leads.city');
  });

  it('is not assumed if its column shows one value, even in another spelling or as a label', () => {
    assert.equal(ignoredFilters({ 'leads.city': 'goa' }, ['Goa', 'IN'], ['GOA ', 'PT']), undefined);
    assert.equal(ignoredFilters({ 'leads.country': 'DE' }, ['Goa', 'Germany'], ['Pune', 'Germany']), undefined);
    assert.equal(ignoredFilters({ 'leads.city': null }, [null, 'IN'], ['', 'IN']), undefined);
    assert.equal(ignoredFilters({ 'leads.city': 'Ulm' }), undefined);
  });

  it('is not one of another column, or of a hidden one', () => {
    assert.equal(ignoredFilters({ 'leads.zip': '1' }, ['Goa', 'IN'], ['Pune', 'PT']), undefined);
    assert.equal(ignoredFilters({}, ['Goa', 'IN'], ['Pune', 'PT']), undefined);
  });
});
