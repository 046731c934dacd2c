import { controllerName } from '../../../../src/model/controller.ts';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import type { ServiceChoices } from '../../../../src/model/connection/connection.ts';
import { type Script, scriptedService, type ScriptedService } from '../../../support/scriptedService.ts';
import { testConnection } from '../../../support/testConnection.ts';

export const leads = controllerName('crm', 'leads');

type Start = (
  script: Script,
  choices?: Partial<ServiceChoices>,
) => Promise<{ readonly service: ScriptedService; readonly client: RecordClient }>;

/** A `describe` whose tests start scripted services, each with its own client. */
export function describeOther(title: string, define: (start: Start) => void): void {
  describe(title, () => {
    const running: { close(): Promise<void> }[] = [];
    afterEach(() => Promise.all(running.splice(0).map((each) => each.close())));

    define(async (script, choices) => {
      const service = await scriptedService(script);
      const client = new RecordClient(testConnection(service.url, choices), { token: async () => 'token' });
      running.push(client, service);
      return { service, client };
    });
  });
}
