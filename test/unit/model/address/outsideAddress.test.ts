import assert from 'node:assert/strict';
import { outsideAddress } from '../../../../src/model/address/outsideAddress.ts';

describe('link in untrusted text', () => {
  for (const address of ['https://example.com/terms', 'http://example.com/', 'mailto:ada@example.com'])
    it(`may point to ${address}`, () => assert.equal(outsideAddress(` ${address}\n`), address));

  for (const address of [
    'javascript:alert(1)',
    ' java\tscript:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'command:workbench.action.terminal.new',
    'vscode://other.extension/run',
    '/relative',
    '',
    'https://bank.example@evil.example/',
    `https://example.com/${'x'.repeat(3_000)}`,
  ])
    it(`never points to ${address.slice(0, 50)}`, () => assert.equal(outsideAddress(address), undefined));
});
