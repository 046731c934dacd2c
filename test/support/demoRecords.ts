import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { inProject, keptFolder } from './projectPaths.ts';
import { StartedProcess } from './startedProcess.ts';

export interface DemoRecords {
  readonly url: string;
  /** Of the administrator. */
  readonly token: string;
  close(): Promise<void>;
}

/** The embedded service with at least so many leads that are not deleted. Its file is kept for the next time. */
export async function demoRecords(leads: number): Promise<DemoRecords> {
  const records = String(leads + Math.ceil(leads / 100)); // one in two hundred is deleted
  mkdirSync(keptFolder, { recursive: true });
  const file = path.join(keptFolder, `leads-${records}.sqlite`);
  const args = ['--port', '0', '--db', file, '--records', records];
  const service = new StartedProcess(process.execPath, [inProject('src/demo/main.ts'), ...args]);
  const [, url = ''] = await service.printed(/listens on (\S+)/);
  const [, token = ''] = await service.printed(/Token of admin: (\S+)/);
  return { url, token, close: () => service.end() };
}
