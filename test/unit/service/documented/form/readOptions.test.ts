import assert from 'node:assert/strict';
import { readOptions } from '../../../../../src/service/documented/form/readOptions.ts';
import type { JsonValue } from '../../../../../src/model/json.ts';

const both = [
  { value: '1', text: 'New' },
  { value: '2', text: 'Open' },
];

describe('options', () => {
  it('are parsed in every shape', () => {
    const shapes: JsonValue[] = [
      [
        { text: 'New', value: '1' },
        { text: 'Open', value: 2 },
      ],
      [
        { label: 'New', value: 1 },
        { label: 'Open', value: '2' },
      ],
      [
        { id: 1, name: 'New' },
        { id: 2, name: 'Open' },
      ],
      { 1: 'New', 2: 'Open' },
      [
        [1, 'New'],
        ['2', 'Open'],
      ],
      { a: { value: '1', text: 'New' }, b: { value: '2', text: 'Open' } },
      { 1: { label: 'New' }, 2: { label: 'Open' } },
      [{ 1: 'New' }, { 2: 'Open' }],
      '[{"value":1,"text":"New"},{"value":2,"text":"Open"}]',
      {
        options: [
          { text: 'New', value: '1' },
          { text: 'Open', value: 2 },
        ],
      },
    ];
    for (const shape of shapes) assert.deepEqual(readOptions(shape), both, JSON.stringify(shape));
  });

  it('use the value as the text if there is only one word', () => {
    assert.deepEqual(readOptions(['Asia/Kolkata', 7, 'UTC']), [
      { value: 'Asia/Kolkata', text: 'Asia/Kolkata' },
      { value: '7', text: '7' },
      { value: 'UTC', text: 'UTC' },
    ]);
    assert.deepEqual(readOptions({ UTC: 'UTC' }), [{ value: 'UTC', text: 'UTC' }]);
  });

  it('keep their groups', () => {
    assert.deepEqual(
      readOptions({ dark: [{ text: 'Night', value: 'dark/night' }], light: [{ text: 'Day', value: 'light/day' }] }),
      [
        { value: 'dark/night', text: 'Night', group: 'dark' },
        { value: 'light/day', text: 'Day', group: 'light' },
      ],
    );
  });

  it('use the label of a group as its name', () => {
    assert.deepEqual(
      readOptions([
        { label: 'Europe', options: [{ text: 'Rome', value: '1' }] },
        { label: 'Moon', value: 2 },
      ]),
      [
        { value: '1', text: 'Rome', group: 'Europe' },
        { value: '2', text: 'Moon' },
      ],
    );
  });

  it('are unique, and may include an empty one', () => {
    assert.deepEqual(
      readOptions([
        { text: '-', value: '' },
        { text: 'A', value: 'a' },
        { text: 'B', value: 'a' },
      ]),
      [
        { value: '', text: '-' },
        { value: 'a', text: 'A' },
      ],
    );
  });

  it('are empty if nothing can be chosen', () => {
    for (const nothing of [undefined, null, [], {}, '', 'currencies', '1', true, 5, '{broken']) {
      assert.deepEqual(readOptions(nothing), []);
    }
  });
});
