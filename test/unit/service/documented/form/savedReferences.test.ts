import assert from 'node:assert/strict';
import { element } from './formAnswer.ts';
import { sent } from './savedEntries.ts';

describe('references in a save', () => {
  const owner = [element('owner')];
  const record = { owner: '3', __owner: 'Mira', owner_model: 'users' };

  it('travel with their text and their model', () => {
    assert.deepEqual(sent(owner, record), {
      'data[leads][owner]': '3',
      'data[leads][__owner]': 'Mira',
      'data[leads][owner_model]': 'users',
    });
    assert.deepEqual(sent(owner, record, { owner: '4', __owner: 'Asha', owner_model: 'peoples' }), {
      'data[leads][owner]': '4',
      'data[leads][__owner]': 'Asha',
      'data[leads][owner_model]': 'peoples',
    });
  });

  it('go out without a text where nobody knows that of a new value', () => {
    assert.deepEqual(sent(owner, record, { owner: '4' }), {
      'data[leads][owner]': '4',
      'data[leads][__owner]': 'null',
      'data[leads][owner_model]': 'users',
    });
  });

  it('name the model that the form knows where the record names none', () => {
    const lookUp = [element('owner', { template: 'autocomplete', model: 'users' })];
    assert.deepEqual(sent(lookUp, { owner: null, __owner: null, owner_model: null }, { owner: '4', __owner: 'Asha' }), {
      'data[leads][owner]': '4',
      'data[leads][__owner]': 'Asha',
      'data[leads][owner_model]': 'users',
    });
  });

  it('are emptied with their text', () => {
    assert.deepEqual(sent(owner, record, { owner: null }), {
      'data[leads][owner]': 'null',
      'data[leads][__owner]': 'null',
      'data[leads][owner_model]': 'users',
    });
  });

  it('keep their companions to themselves when they may not be edited', () => {
    assert.deepEqual(sent([element('owner', { permission: 4 }), element('city')], { ...record, city: 'Goa' }), {
      'data[leads][city]': 'Goa',
    });
  });
});

describe('files and passwords in a save', () => {
  const file = { name: 'a.png', type: 'image/png', bytes: new Uint8Array([1, 2]) };

  it('sends a file when there is a new one', () => {
    const image = [element('image', { template: 'file' })];
    assert.deepEqual(sent(image, { image: 'old.png' }, { image: file }), { 'data[leads][image]': file });
    assert.deepEqual(sent(image, { image: 'old.png' }), {});
    assert.deepEqual(sent(image, {}), {});
    assert.deepEqual(sent(image, { image: 'old.png' }, { image: null }), { 'data[leads][image]': 'null' });
  });

  it('never sends back what the record shows of a password', () => {
    const password = [element('password', { template: 'password' })];
    assert.deepEqual(sent(password, { password: '***' }), {});
    assert.deepEqual(sent(password, { password: '***' }, { password: '' }), {});
    assert.deepEqual(sent(password, { password: '***' }, { password: 'new' }), { 'data[leads][password]': 'new' });
  });
});
