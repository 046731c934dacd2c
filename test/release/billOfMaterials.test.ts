import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../support/projectPaths.ts';
import { requireTools } from './tools.ts';

interface Validator {
  (document: unknown): boolean;
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

interface Ajv {
  addFormat(name: string, check: (text: string) => boolean): Ajv;
  addSchema(schema: unknown, address: string): Ajv;
  compile(schema: unknown): Validator;
}

/** The official schema, with those that it refers to. */
async function compileSchema(): Promise<Validator> {
  const tools = await requireTools();
  const { default: AjvClass } = tools('ajv') as { default: new (options: object) => Ajv };
  const { default: addFormats } = tools('ajv-formats') as { default: (ajv: Ajv) => void };
  const schemas = path.join(path.dirname(tools.resolve('@cyclonedx/cyclonedx-library/package.json')), 'res', 'schema');
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(path.join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8'));
  const ajv = new AjvClass({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addFormat('iri-reference', (text) => URL.canParse(text, 'https://example.com') && !/\s/.test(text));
  ajv.addFormat('idn-email', (text) => /^\S+@\S+$/.test(text));
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(read(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  return ajv.compile(read('bom-1.6'));
}

describe('bill of materials', function () {
  let validate: Validator;
  const text = readFileSync(inProject('dist', 'recordbench.cdx.json'), 'utf8');
  const problemsOf = (document: unknown): string[] =>
    validate(document) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`);

  before(async () => (validate = await compileSchema()));

  it('follows the schema of CycloneDX 1.6', () => {
    assert.deepEqual(problemsOf(JSON.parse(text)), []);
  });

  it('would be rejected with a wrong checksum, a license that SPDX does not know or a component without a name', () => {
    const mistakes = [
      [/"content": "[0-9a-f]+"/, '"content": "0123"'],
      [/"id": "MIT"/, '"id": "Mine"'],
      [/^ {6}"name": "undici",\n/m, ''],
    ] as const;
    for (const [part, wrong] of mistakes) {
      const changed = text.replace(part, wrong);
      assert.notEqual(changed, text);
      assert.notDeepEqual(problemsOf(JSON.parse(changed)), [], wrong);
    }
  });

  it('names each component once, and everything that it refers to', () => {
    const { metadata, components, dependencies } = JSON.parse(text) as {
      metadata: { component: { 'bom-ref': string } };
      components: { 'bom-ref': string; components?: { 'bom-ref': string }[] }[];
      dependencies: { ref: string; dependsOn: string[] }[];
    };
    const parts = [metadata.component, ...components, ...components.flatMap((one) => one.components ?? [])];
    const names = parts.map((one) => one['bom-ref']);
    assert.deepEqual(names, [...new Set(names)]);
    assert.deepEqual(
      dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((one) => !names.includes(one)),
      [],
    );
  });
});
