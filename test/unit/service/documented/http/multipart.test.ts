import assert from 'node:assert/strict';
import fc from 'fast-check';
import { multipart } from '../../../../../src/service/documented/http/multipart.ts';

async function parsed(entries: Parameters<typeof multipart>[0]): Promise<[string, FormDataEntryValue][]> {
  const { contentType, bytes } = multipart(entries);
  const form = await new Request('http://localhost', {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: new Uint8Array(bytes),
  }).formData();
  return [...form];
}

type FormDataEntryValue = string | File;

describe('form-data body', () => {
  it('is parsed by the platform as written, including line breaks', async () => {
    const text = fc.string({ unit: 'grapheme' });
    const key = fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => !/["\r\n%]/.test(name));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(key, fc.oneof(text, fc.constantFrom('a\nb', 'a\r\nb', '\r', '--', '"')))),
        async (entries) => {
          assert.deepEqual(await parsed(entries), entries);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('has files with their name and type', async () => {
    const [entry] = await parsed([
      ['data[users][images][name]', { name: 'me "1".png', type: 'image/png', bytes: Buffer.from([0, 13, 10, 255]) }],
    ]);
    assert.ok(entry && typeof entry[1] !== 'string');
    assert.equal(entry[1].type, 'image/png');
    assert.deepEqual([...new Uint8Array(await entry[1].arrayBuffer())], [0, 13, 10, 255]);
  });

  it('lets no name or type break out of its header', async () => {
    const entries = await parsed([
      ['a"\r\nX-Evil: 1\r\n\r\n', 'b'],
      ['c', { name: 'x"\r\n', type: 'text/plain\r\nX-Evil: 1', bytes: new Uint8Array() }],
    ]);
    assert.equal(entries.length, 2);
  });
});
