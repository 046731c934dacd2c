import assert from 'node:assert/strict';
import { fieldAtOffset } from '../../../../src/model/draft/fieldAtOffset.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';

const form = read(
  answer(
    { city: 'Goa', address: { zip: '1' } },
    {
      permission: 2,
      elements: [element('city'), { ...element('zip'), name: ['leads', 'address', 'zip'] }],
    },
  ),
);
const text = '{\n  "$schema": "x",\n  "city": "Goa",\n  "address": {\n    "zip": "1"\n  }\n}\n';
const at = (words: string): string | undefined => fieldAtOffset(form, text, text.indexOf(words) + 1);

describe('field at a text offset', () => {
  it('is the one whose key or value is there', () => {
    assert.equal(at('"city"'), 'leads.city');
    assert.equal(at('"Goa"'), 'leads.city');
    assert.equal(at('"zip"'), 'leads.address.zip');
  });

  it('is none elsewhere, and in a text that is broken before it', () => {
    assert.equal(at('"$schema"'), undefined);
    assert.equal(fieldAtOffset(form, text, text.length), undefined);
    assert.equal(fieldAtOffset(form, '{ "city" "Goa" }', 4), undefined);
  });
});
