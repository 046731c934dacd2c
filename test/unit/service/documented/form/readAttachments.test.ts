import assert from 'node:assert/strict';
import type { Attachment } from '../../../../../src/model/form/attachment.ts';
import { readRecordForm } from '../../../../../src/service/documented/form/readForm.ts';
import type { JsonObject, JsonValue } from '../../../../../src/model/json.ts';
import { answer, element, leads } from './formAnswer.ts';

const baseUrl = 'https://records.example/app';

function filesOf(values: JsonObject, ...elements: JsonObject[]): readonly Attachment[] {
  const form = { permission: 2, elements };
  return readRecordForm(answer(values, form), { controller: leads, operation: 'edit', baseUrl }).attachments ?? [];
}

const scan = element('scan', { template: 'file' });

function fileOf(value: JsonValue): Attachment | undefined {
  return filesOf({ scan: value }, scan)[0];
}

function locationOf(value: JsonValue): string | undefined {
  const location = fileOf(value)?.location;
  return location && ('url' in location ? `${location.kind} ${location.url}` : location.kind);
}

describe('stored file of a record', () => {
  it('has a name, and an address only if the value is one', () => {
    const { name, location, size } = fileOf('contract.pdf') ?? assert.fail();
    assert.deepEqual([name, location, size], ['contract.pdf', { kind: 'unknown' }, undefined]);
    assert.equal(fileOf(null), undefined);
    assert.equal(fileOf(''), undefined);
    for (const odd of ['..', 'a/..', 'files/']) assert.equal(fileOf(odd), undefined, odd);
  });

  it('is below the base URL, whether or not its path repeats it', () => {
    const own = 'service https://records.example/app/files/a%20b.pdf';
    for (const value of ['files/a b.pdf', '/files/a b.pdf', '/app/files/a b.pdf', 'files\\a b.pdf', own.slice(8)])
      assert.equal(locationOf(value), own, value);
    assert.equal(fileOf(own.slice(8))?.name, 'a b.pdf');
    assert.equal(locationOf('files/report #1.pdf'), 'service https://records.example/app/files/report%20%231.pdf');
  });

  it('is elsewhere at any other address', () => {
    const others = [
      'https://cdn.example/a.pdf?signature=x',
      '//cdn.example/a.pdf',
      'http://records.example/app/a.pdf',
      'https://records.example/other/a.pdf',
      'https://records.example/app/../other/a.pdf',
      'https://records.example/app/%2e%2e/other/a.pdf',
      'https://records.example.evil.example/app/a.pdf',
      'https://user:secret@records.example/app/a.pdf',
    ];
    for (const value of others) assert.match(locationOf(value) ?? '', /^elsewhere /, value);
    assert.equal(fileOf(others[0] ?? '')?.name, 'a.pdf');
  });

  it('has no address that could be an operation, a local path or a script', () => {
    const refused = [
      'crm/leads/delete.json?id=1&is_confirm=1',
      '/crm/leads/delete_selected?ids=1',
      'https://records.example/app/crm/leads/edit_selected.json',
      'access_controls/users/logout',
      'files/a.pdf?is_confirm=1',
      '../../etc/passwd',
      'C:\\Users\\a.pdf',
      'file:///etc/passwd',
      'javascript:alert(1)/a.pdf',
      'data:text/html,x/a.html',
    ];
    for (const value of refused) assert.equal(locationOf(value) ?? 'unknown', 'unknown', value);
  });

  it('may be described by an object', () => {
    const { name, size, location } = fileOf({ name: 'a.png', size: '1234', url: '/files/17' }) ?? assert.fail();
    assert.deepEqual([name, size], ['a.png', 1_234]);
    assert.deepEqual(location, { kind: 'service', url: 'https://records.example/app/files/17' });
  });

  it('may be described by its row of a table of files', () => {
    const name = ['leads', 'images', 'name'];
    const images = [
      { id: '1', name: 'a.png', size: '10', path: 'files/1/a.png' },
      { id: '2', name: 'b.png' },
    ];
    const found = filesOf({ images }, { ...element('images.name'), name, template: 'file', label: 'Picture' });
    assert.deepEqual(
      found.map(({ at, size, location }) => [at.join('.'), size, location.kind]),
      [
        ['images.0.name', 10, 'service'],
        ['images.1.name', undefined, 'unknown'],
      ],
    );
  });
});
