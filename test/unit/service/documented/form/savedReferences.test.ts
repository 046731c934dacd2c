import assert from 'node:assert/strict';
import { element } from './formAnswer.ts';
import { sent } from './savedEntries.ts';

describe('references in a save', () => {
  const owner = [element('owner')];
  const record = { owner: '3', __owner: 'Mira', owner_model: 'users' };

  it('are sent with their text and their model', () => {
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

  it('are sent without a text if that of a new value is unknown', () => {
    assert.deepEqual(sent(owner, record, { owner: '4' }), {
      'data[leads][owner]': '4',
      'data[leads][__owner]': 'null',
      'data[leads][owner_model]': 'users',
    });
  });

  it('have the model of the form if the record has none', () => {
    const lookUp = [element('owner', { template: 'autocomplete', model: 'users' })];
    assert.deepEqual(sent(lookUp, { owner: null, __owner: null, owner_model: null }, { owner: '4', __owner: 'Asha' }), {
      'data[leads][owner]': '4',
      'data[leads][__owner]': 'Asha',
      'data[leads][owner_model]': 'users',
    });
  });

  it('are cleared with their text', () => {
    assert.deepEqual(sent(owner, record, { owner: null }), {
      'data[leads][owner]': 'null',
      'data[leads][__owner]': 'null',
      'data[leads][owner_model]': 'users',
    });
  });

  it('do not send their companion keys when read-only', () => {
    assert.deepEqual(sent([element('owner', { permission: 4 }), element('city')], { ...record, city: 'Goa' }), {
      'data[leads][city]': 'Goa',
    });
  });
});

describe('files and passwords in a save', () => {
  const file = { name: 'a.png', type: 'image/png', bytes: new Uint8Array([1, 2]) };

  it('send a file when there is a new one', () => {
    const image = [element('image', { template: 'file' })];
    assert.deepEqual(sent(image, { image: 'old.png' }, { image: file }), { 'data[leads][image]': file });
    assert.deepEqual(sent(image, { image: 'old.png' }), {});
    assert.deepEqual(sent(image, {}), {});
    assert.deepEqual(sent(image, { image: 'old.png' }, { image: null }), { 'data[leads][image]': 'null' });
  });

  it('never send back the displayed value of a password', () => {
    const password = [element('password', { template: 'password' })];
    assert.deepEqual(sent(password, { password: '***' }), {});
    assert.deepEqual(sent(password, { password: '***' }, { password: '' }), {});
    assert.deepEqual(sent(password, { password: '***' }, { password: 'new' }), { 'data[leads][password]': 'new' });
  });
});
