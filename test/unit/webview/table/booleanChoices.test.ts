import assert from 'node:assert/strict';
import { booleanChoices, meantBy } from '../../../../src/webview/table/edit/booleanChoices.ts';

describe('yes and no', () => {
  it('are written as the service writes them', () => {
    assert.deepEqual(booleanChoices(['0']), { yes: '1', no: '0' });
    assert.deepEqual(booleanChoices([null, '', 'maybe', 'False']), { yes: 'True', no: 'False' });
    assert.deepEqual(booleanChoices(['Y']), { yes: 'Y', no: 'N' });
    assert.deepEqual(booleanChoices([]), { yes: '1', no: '0' });
  });

  it('are meant by the first letter', () => {
    const choices = { yes: 'true', no: 'false' };
    assert.deepEqual(
      [meantBy('Y', choices), meantBy('0', choices), meantBy('x', choices)],
      ['true', 'false', undefined],
    );
  });
});
