import assert from 'node:assert/strict';
import { describeJourney } from '../support/journey.ts';
import { type LeadService, leadService } from '../support/leadService.ts';
import { inProject } from '../support/projectPaths.ts';
import { doubtfulAnswers } from './record/doubtfulAnswers.ts';
import { leadSteps } from './record/leadSteps.ts';
import { recordByModel } from './record/recordByModel.ts';
import { editsOfARecord } from './record/recordEdits.ts';
import { recordByKeyboard } from './record/recordKeyboard.ts';
import { refusalsOfARecord } from './record/recordRefusals.ts';
import { returnsOfARecord } from './record/recordReturns.ts';

const leads: { service?: LeadService } = {};
const settings = {
  'recordbench.connections': [{ id: 'leads', name: 'Leads', baseUrl: 'http://127.0.0.1:1' }],
};

const extensions = { 'recordbench-test.model-0.0.0': inProject('test/e2e/model') };

describe('record', () => {
  before(async () => {
    leads.service = await leadService(30);
    const [connection] = settings['recordbench.connections'];
    if (connection) connection.baseUrl = leads.service.url;
  });
  after(() => leads.service?.close());

  describeJourney('in its form', { settings, extensions }, (journey) => {
    const steps = leadSteps(journey, () => leads.service ?? assert.fail('there is no service'));
    editsOfARecord(steps);
    refusalsOfARecord(steps);
    doubtfulAnswers(steps);
    returnsOfARecord(steps);
    recordByKeyboard(steps);
    recordByModel(steps);
  });
});
