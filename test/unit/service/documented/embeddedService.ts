import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import type { DemoStartOptions, DemoUser } from '../../../../src/model/demoMessages.ts';
import type { ServiceChoices } from '../../../../src/model/connection/connection.ts';
import { type RunningService, startService } from '../../../../src/demo/service.ts';
import { testConnection } from '../../../support/testConnection.ts';

export const leads = controllerName('crm', 'leads');
export const accounts = controllerName('crm', 'accounts');
export const activities = controllerName('crm', 'activities');

export interface EmbeddedService {
  readonly service: RunningService;
  readonly admin: RecordClient;
  /** Without a user, the token is invalid. */
  connect(user: DemoUser | undefined, choices?: Partial<ServiceChoices>): RecordClient;
  connectWith(token: string): RecordClient;
  /** A lead that the administrator may edit and delete and that no other test uses. */
  anyLead(): string;
}

/** A `describe` whose tests use their own embedded service. */
export function describeService(
  title: string,
  define: (use: EmbeddedService) => void,
  options: DemoStartOptions = {},
): void {
  describe(title, () => {
    let service: RunningService;
    let admin: RecordClient;
    const clients: RecordClient[] = [];
    let spare: string[] = [];

    const connectWith = (token: string, choices: Partial<ServiceChoices> = {}): RecordClient => {
      const client = new RecordClient(testConnection(service.url, choices), { token: async () => token });
      clients.push(client);
      return client;
    };
    const connect: EmbeddedService['connect'] = (user, choices) =>
      connectWith(user ? service.tokens[user] : 'wrong', choices);

    before(async () => {
      service = await startService({ records: 400, ...options });
      admin = connect('admin');
      const { rows } = await admin.records(leads, { limit: 200 });
      spare = rows.flatMap((row) => (row.canEdit && row.canDelete && row.id !== null ? [row.id] : []));
    });

    after(async () => {
      await Promise.all(clients.map((client) => client.close()));
      await service.close();
    });

    define({
      get service() {
        return service;
      },
      get admin() {
        return admin;
      },
      connect,
      connectWith: (token) => connectWith(token),
      anyLead: () => spare.pop() ?? assert.fail('no leads are left to change'),
    });
  });
}

/** An id or a timestamp, as text or number. */
export function text(value: unknown): string {
  assert.ok(typeof value === 'string' || typeof value === 'number');
  return String(value);
}
