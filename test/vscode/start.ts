// npm start [-- --port 8640] [--server | --desktop] [--fresh] [--home folder] [--packaged]: runs Recordbench in a real
// VS Code, with the demo service. --home stores its settings elsewhere; --packaged uses the existing package.
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildPackage } from '../support/buildPackage.ts';
import { isFree } from '../support/freePort.ts';
import { program } from '../support/program.ts';
import { Progress } from '../support/progress.ts';
import { inProject, keptFolder, vsixFile } from '../support/projectPaths.ts';
import { SetupError } from '../support/setupError.ts';
import { chooseVsCode } from './choice.ts';
import { installVsCode } from './install.ts';
import { createProfile, type Profile } from './profile.ts';
import { startServer } from './server.ts';
import { startDesktop } from './startDesktop.ts';

await program(async () => {
  const { port, wish, fresh, home, packaged } = readArguments();
  const folder = path.join(home, 'workspace');
  const progress = new Progress();
  const choice = await chooseVsCode(progress, wish);
  progress.say(
    choice.kind === 'server'
      ? `VS Code will run in your browser: ${choice.why}.`
      : `A desktop VS Code will open: ${choice.why} (${choice.executable}).`,
  );
  if (choice.kind === 'server' && !(await isFree(port))) {
    throw new SetupError(
      `Port ${port} on 127.0.0.1 is taken, perhaps by an earlier npm start.`,
      `End that one, or choose another port: npm start -- --port ${port + 1}`,
    );
  }
  if (!packaged) await progress.step('Build and package Recordbench', buildPackage);
  const profile = prepareProfile(home, folder, fresh);
  if (choice.kind === 'desktop') return await startDesktop(progress, choice.executable, profile, vsixFile, folder);

  await installVsCode(progress);
  const server = await progress.step('Start VS Code with Recordbench installed', () =>
    startServer({ profile, folder, port, vsix: [vsixFile], log: path.join(home, 'server.log') }),
  );
  progress.say(`\nOpen ${server.address} in a browser. Press Ctrl+C to stop.`);
  return await server.ended();
});

interface Arguments {
  readonly port: number;
  readonly wish: 'server' | 'desktop' | undefined;
  readonly fresh: boolean;
  readonly home: string;
  readonly packaged: boolean;
}

function readArguments(): Arguments {
  const usage = 'Use: npm start -- [--port 8640] [--server | --desktop] [--fresh] [--home folder] [--packaged]';
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '8640' },
        server: { type: 'boolean', default: false },
        desktop: { type: 'boolean', default: false },
        fresh: { type: 'boolean', default: false },
        home: { type: 'string', default: path.join(keptFolder, 'start') },
        packaged: { type: 'boolean', default: false },
      },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`${values.port} is not a port.`);
    const { fresh, home, packaged } = values;
    return { port, wish: values.desktop ? 'desktop' : values.server ? 'server' : undefined, fresh, home, packaged };
  } catch (error) {
    throw new SetupError(error instanceof Error ? error.message : String(error), usage, error);
  }
}

/** Keeps settings, secrets and open tabs between starts. */
function prepareProfile(home: string, folder: string, fresh: boolean): Profile {
  if (fresh) rmSync(home, { recursive: true, force: true });
  const isNew = !existsSync(home);
  const profile = createProfile(home, { 'recordbench.demo.autoStart': true });
  mkdirSync(folder, { recursive: true });
  if (isNew) {
    const opener = path.join(profile.extensions, 'recordbench-start.opener-0.0.0');
    cpSync(inProject('test/vscode/opener'), opener, { recursive: true });
  }
  return profile;
}
