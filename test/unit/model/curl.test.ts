import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { curlCommand } from '../../../src/model/requestTrace.ts';

describe('a request as a curl command', () => {
  it('names the token and does not hold it', () => {
    assert.match(
      curlCommand('https://a.example/x'),
      /"Authorization: Bearer \$RECORDBENCH_TOKEN" 'https:\/\/a\.example\/x'$/,
    );
  });

  it('is one harmless word for a shell, whatever is in the address', () => {
    const address = `https://a.example/it's?q=$(touch /tmp/x)&b="c";\`d\``;
    const words = execFileSync('sh', ['-c', `printf '%s\\n' ${curlCommand(address).replace(/^curl /, '')}`], {
      encoding: 'utf8',
      env: { ...process.env, RECORDBENCH_TOKEN: 'secret' },
    });
    assert.deepEqual(words.trimEnd().split('\n'), [
      '-H',
      'Accept: application/json',
      '-H',
      'Authorization: Bearer secret',
      address,
    ]);
  });
});
