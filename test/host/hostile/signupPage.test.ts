import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { signupFormJson } from '../../../src/demo/operations/signupFormJson.ts';
import { Lazy } from '../../../src/services/common/lazy.ts';
import { SignupPanels } from '../../../src/features/account/host/accountPanels.ts';
import { emptyDraft } from '../../../src/model/signup/signupInput.ts';
import type { SignupInformation } from '../../../src/model/signup/signupFields.ts';
import { signupHost, type SignupAnswer, type SignupStart } from '../../../src/features/account/accountProtocol.ts';
import { WriteGuard } from '../../../src/services/connections/writeGuard.ts';
import { noteOutcome } from '../../faults/outcomes.ts';
import { memoryConnections } from '../../support/memoryConnections.ts';
import { json, scriptedService, type ScriptedService } from '../../support/scriptedService.ts';
import { waitUntil } from '../waitUntil.ts';
import { noStatus } from '../fakePanel.ts';
import { HostilePanel, sendHostile, WitnessLog } from './hostilePanel.ts';
import { testClients } from '../../support/testClients.ts';

describe('sign-up form', () => {
  let service: ScriptedService;
  let witness: WitnessLog;
  let panel: HostilePanel;
  let offered: object = {};
  let said: readonly string[] = [];
  let posted = Promise.resolve();

  beforeEach(async () => {
    offered = {};
    said = [];
    posted = Promise.resolve();
    service = await scriptedService(async ({ method, path }, response) => {
      if (path.includes('license')) return json(response, { errors: [], license_agreement: '<p>Yes.</p>' });
      if (method === 'POST') await posted;
      json(response, method === 'POST' ? { errors: [], message: said } : { ...signupFormJson(), ...offered });
    });
  });

  afterEach(async () => {
    panel.dispose();
    await service.close();
  });

  async function open(readOnly = false): Promise<void> {
    const { connections } = memoryConnections();
    const { id } = await connections.add({ name: 'Fake', baseUrl: service.url, readOnly }, undefined);
    const clients = testClients(connections);
    const licenses = new Lazy(async () => ({ open: () => undefined }));
    const { extensionUri: extension } =
      vscode.extensions.getExtension('recordbench.recordbench') ?? assert.fail('it is not installed');
    witness = new WitnessLog();
    panel = new HostilePanel({ retainContextWhenHidden: true });
    const services = { connections, clients, guard: new WriteGuard(connections, clients) };
    const status = { connectionStatus: noStatus, licenses };
    const pages = new SignupPanels({ extension, ...services, ...status, log: witness.log });
    await pages.deserializeWebviewPanel(panel.asPanel(), { source: { connection: id } });
  }

  const sent = (): number => service.received.filter(({ method }) => method === 'POST').length;

  function submission({ roles, currencies }: SignupInformation, offer: SignupInformation): object {
    const values = {
      ...emptyDraft(offer),
      user_name: 'newcomer',
      last_name: 'Nowak',
      is_license_agreement_accepted: '1',
      role_id: roles[0]?.value ?? '',
      'organizations.name': 'Nowak Ltd',
      'organizations.currency_id': currencies[0]?.value ?? '',
      user_password: 'secret',
      confirm_password: 'secret',
    };
    return { values, files: {} };
  }

  async function filledIn(): Promise<object> {
    const { offer } = (await panel.ask('start')).result as SignupStart;
    return submission(offer, offer);
  }

  it('has no effect with unknown, huge or malformed messages', async () => {
    await open();
    await panel.ask('start');
    const count = await sendHostile(panel, signupHost, witness, 1); // a draft may hold any field
    assert.equal(sent(), 0);
    assert.ok((await panel.ask('start')).result);
    noteOutcome('hostile page: sign-up, at its host', count, 'refused and logged');
  });

  it('cannot sign up or continue before there is a form', async () => {
    await open();
    panel.notify('next');
    panel.send(panel.request('submit', { values: {}, files: {} }));
    assert.deepEqual([witness.outOfTurn('next'), witness.outOfTurn('submit'), sent()], [1, 1, 0]);
  });

  it('cannot sign up without showing the license', async () => {
    await open();
    const answer = (await panel.ask('submit', await filledIn())).result as SignupAnswer;
    assert.equal(answer.kind === 'refused' && answer.sentence, 'Open the license before you accept it.');
    assert.deepEqual(
      [sent(), witness.lines],
      [0, ['The sign-up form accepted a license that was not opened, and was refused.']],
    );
  });

  it('signs up only once, however often it asks', async () => {
    await open();
    const filled = await filledIn();
    await panel.ask('openLicense');
    const submit = panel.request('submit', filled);
    const answered = panel.answerTo(submit);
    panel.send(panel.request('submit', filled)); // while the first one is in flight
    panel.send(submit);
    assert.equal(((await answered).result as SignupAnswer).kind, 'done');
    panel.send(submit);
    assert.equal((await panel.ask('submit', filled)).code, 'outOfTurn');
    assert.deepEqual([sent(), witness.outOfTurn('submit'), witness.repeated('submit')], [1, 2, 2]);
  });

  it('gets the result of a sign-up although its tab was hidden in between', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    posted = promise;
    await open();
    const filled = await filledIn();
    await panel.ask('openLicense');
    const answered = panel.answerTo(panel.request('submit', filled));
    await waitUntil('it is sent', () => sent() === 1);
    panel.comeBack();
    resolve();
    assert.equal(((await answered).result as SignupAnswer).kind, 'done');
  });

  it('shows each message of the service once, before the next steps', async () => {
    said = ['Welcome.', 'A mail is on its way.', 'Welcome.'];
    await open();
    const filled = await filledIn();
    await panel.ask('openLicense');
    const answer = (await panel.ask('submit', filled)).result as SignupAnswer;
    assert.ok(answer.kind === 'done');
    assert.deepEqual(answer.sentences.slice(0, 2), ['Welcome.', 'A mail is on its way.']);
    assert.match(answer.sentences[2] ?? '', /^The account newcomer was created/);
    assert.equal(answer.sentences.length, 3);
  });

  it('cannot sign up where sign-up is not permitted', async () => {
    offered = { allow_public_signup: 0 };
    await open();
    const filled = await filledIn();
    await panel.ask('openLicense');
    assert.equal((await panel.ask('submit', filled)).code, 'outOfTurn');
    assert.deepEqual([sent(), witness.outOfTurn('submit')], [0, 1]);
  });

  it('cannot sign up through a read-only connection', async () => {
    await open(true);
    const filled = await filledIn();
    await panel.ask('openLicense');
    const answer = (await panel.ask('submit', filled)).result as SignupAnswer;
    assert.match(answer.kind === 'refused' ? answer.sentence : '', /is read-only/);
    await waitUntil('it is logged', () => witness.lines.includes('A sign-up at Fake failed: notAllowed.'));
    assert.equal(sent(), 0);
  });
});
