import assert from 'node:assert/strict';
import { recordTypes } from '../../../../src/model/schema/recordTypes.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';

describe('record as a TypeScript type', () => {
  it('has its fields with their labels, choices and references', () => {
    const form = read(
      answer(
        { city: 'Goa', stage: 'new', owner: '3', log: { node: '1' }, rows: [{ zip: '9' }], tags: ['a'], 'a-b': 5 },
        {
          permission: 2,
          elements: [
            element('city', { label: 'Town', help: 'Where they live. */', required: '1' }),
            element('stage', {
              label: 'Stage',
              template: 'select',
              options: [
                { text: 'New', value: 'new' },
                { text: "It's won", value: "it's" },
              ],
            }),
            element('owner', { label: 'Owner', template: 'lookup', controller: 'access_controls/users' }),
            { ...element('x', { label: 'Node' }), name: ['leads', 'log', 'node'] },
            { ...element('x', { label: 'Zip', permission: 4 }), name: ['leads', 'rows', 'zip'] },
            element('phone', { label: 'Phone' }),
          ],
        },
      ),
    );
    assert.equal(
      recordTypes(form),
      String.raw`/** A record of crm/leads. */
export interface Lead {
  /**
   * Town
   * Where they live. *\/
   * Required.
   */
  city: string;
  /** Stage */
  stage: 'new' | 'it\'s' | null;
  /**
   * Owner
   * The id of a record of access_controls/users.
   */
  owner: string | null;
  __owner?: string | null;
  owner_model?: string | null;
  log: {
    /** Node */
    node: string | null;
  };
  rows: {
    /** Zip */
    readonly zip: string | null;
  }[];
  /** Phone */
  phone?: string | null;
  /** Id */
  readonly id: string | null;
  /** Tags */
  readonly tags: string[] | null;
  /** A-b */
  readonly 'a-b': number | null;
}
`,
    );
  });

  it('has a valid name, whatever the service calls a record', () => {
    const named = (singular: string): string | undefined =>
      /interface (\S+)/.exec(recordTypes(read(answer({}, [], { singular }))))?.[1];
    assert.deepEqual(['crm lead', '3D model', 'Ζήτηση', 'A/B'].map(named), [
      'CrmLead',
      'Record3DModel',
      'Record',
      'AB',
    ]);
  });
});
