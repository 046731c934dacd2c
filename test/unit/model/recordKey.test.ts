import assert from 'node:assert/strict';
import { controllerName } from '../../../src/model/controller.ts';
import { recordKey } from '../../../src/model/recordKey.ts';

const leads = controllerName('crm', 'leads');

describe('record key', () => {
  const key = (id: string, service = 'https://records.example.com/a'): string => recordKey(service, leads, id);

  it('is the same for all spellings of its id and its service address', () => {
    for (const same of ['05', '005', ' 5', '5\n']) assert.equal(key(same), key('5'), JSON.stringify(same));
    assert.equal(key('0AF5D3E2-1C6B'), key('0af5d3e2-1c6b'));
    assert.equal(key('00'), key('0'));
    assert.equal(key('5', 'HTTPS://Records.Example.com:443/a/'), key('5'));
  });

  it('differs for another number, controller or service', () => {
    for (const other of ['50', '500', '5.0', '-5', 'a5', '0x5', '5 5', ''])
      assert.notEqual(key(other), key('5'), other);
    assert.notEqual(key('9007199254740993'), key('9007199254740992'));
    assert.notEqual(key('5', 'https://records.example.com/b'), key('5'));
    assert.notEqual(
      recordKey('https://a.example', controllerName('crm', 'peoples'), '5'),
      key('5', 'https://a.example'),
    );
  });
});
