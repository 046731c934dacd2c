import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Connection, defaultNetworkChoices } from '../model/connection/connection.ts';
import { uselessKey } from '../model/connection/checkConnectionEntry.ts';
import { readConnection } from '../model/connection/connectionSetting.ts';
import { parseJson } from '../model/exactJson.ts';
import { fileProblem } from '../model/fileProblem.ts';
import { isObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { isSecretName } from '../model/secretNames.ts';
import { unlessMissing } from '../node/storage.ts';
import { CliProblem } from './cliProblem.ts';

/** A settings file for the command line, kept with the plans. It holds connections by name, and never a token. */
const settingsFileName = 'recordbench.json';

/** Reads a connection from the nearest `recordbench.json`, in this folder or a parent folder. */
export async function readSavedConnection(name: string, folder: string): Promise<Connection> {
  const { file, text } = await nearest(folder, folder);
  const fail = (why: string): CliProblem => new CliProblem(`Could not read ${file}: ${why}`);
  let content: JsonValue;
  try {
    content = parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new CliProblem(`Could not read ${file}: it is not valid JSON. Correct it, then try again.`, { cause: error });
  }
  const entries = isObject(content) ? content['connections'] : undefined;
  if (!isObject(content) || !isObject(entries))
    throw fail('it must contain an object “connections”, such as {"connections": {"test": {"baseUrl": "https://…"}}}.');
  const others = Object.keys(content).filter((key) => key !== 'connections' && key !== '$schema');
  if (others.some(isSecretName)) throw fail(secretProblem);
  if (others[0] !== undefined) throw fail(`“${others[0]}” is not a known key. Remove it, or correct its spelling.`);
  const failIn = (id: string, why: string): CliProblem =>
    new CliProblem(`Could not read the connection “${id}” in ${file}: ${why}`);
  for (const [id, entry] of Object.entries(entries)) {
    const problem = isObject(entry) ? problemOf(entry) : 'it is not an object.';
    if (problem !== undefined) throw failIn(id, problem);
  }
  const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
  if (!isObject(entry)) {
    const known = Object.keys(entries).join(', ') || 'none';
    throw new CliProblem(`Could not find the connection “${name}” in ${file}. It has: ${known}.`);
  }
  const connection = readConnection({ ...entry, id: name }, defaultNetworkChoices);
  if ('problem' in connection) throw failIn(name, connection.problem);
  return connection;
}

/** What connects a computer with services. It isn't taken from a file that anyone with a pull request can change. */
const variables: Readonly<Record<string, string>> = { proxy: 'https_proxy', extraCa: 'NODE_EXTRA_CA_CERTS' };

const secretProblem =
  'it contains a token or password. Remove it, revoke it in the service, and set RECORDBENCH_TOKEN to a new one.';

function problemOf(entry: JsonObject): string | undefined {
  if (Object.keys(entry).some(isSecretName)) return secretProblem;
  if ('id' in entry) return '“id” is not allowed, because the key is the id. Remove it.';
  const ofComputer = Object.keys(variables).find((key) => Object.hasOwn(entry, key));
  if (ofComputer !== undefined)
    return `“${ofComputer}” is not allowed, because it could redirect a token to another computer. Remove it, and set the environment variable ${variables[ofComputer]}.`;
  const useless = uselessKey(entry);
  if (!useless) return undefined;
  return useless.isKnown
    ? `the value of “${useless.key}” is not valid. Correct or remove it.`
    : `“${useless.key}” is not a known key. Remove it, or correct its spelling.`;
}

async function nearest(folder: string, start: string): Promise<{ readonly file: string; readonly text: string }> {
  const file = path.join(folder, settingsFileName);
  const text = await unlessMissing(readFile(file, 'utf8')).catch((error: unknown) => {
    throw fileProblem(`read ${file}`, error);
  });
  if (text !== undefined) return { file, text };
  const above = path.dirname(folder);
  if (above !== folder) return nearest(above, start);
  throw new CliProblem(`Could not find a ${settingsFileName} in ${start} or a parent folder. Create it, or use --url.`);
}
