import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { KnownSecrets } from '../model/connection/knownSecrets.ts';
import { UserFacingError } from '../model/errors.ts';
import { CliProblem, exitFor } from './cliProblem.ts';
import { type Context, tokenVariables } from './command.ts';
import { commandTable } from './commandTable.ts';
import { type ExitCode, exitCodes } from './exitCodes.ts';
import { commandHelp, programHelp } from './help.ts';
import { readArguments, seeHelp } from './readArguments.ts';
import type { Result } from './result.ts';
import { Terminal } from './terminal.ts';

/** Entry point of the program's worker threads. */
export async function runThread(): Promise<void> {
  await import('../assembly/exportWorker.ts');
}

/** Runs a command and returns the exit code. Only here are errors turned into messages and exit codes. */
export async function runProgram(args: readonly string[], node: NodeJS.Process, threadScript: URL): Promise<ExitCode> {
  const secrets = new KnownSecrets();
  const { env: environment, stdout, stderr } = node;
  // a user may pass a token as an argument by mistake, and error messages quote arguments
  secrets.add(...tokenVariables.map((name) => environment[name]));
  const terminal = new Terminal({ stdout, stderr, environment }, secrets);
  // before the arguments are parsed, so that it applies to errors in them
  terminal.isDebug = args.includes('--debug');
  const isJson = args.includes('--json');
  const [name = '--help'] = args;
  const signal = interruption(node);
  try {
    const found = await findResult(args, {
      environment,
      workingFolder: node.cwd(),
      threadScript,
      terminal,
      signal,
      knownSecrets: secrets,
      commands: commandTable,
      readInput: () => readInput(node, signal),
    });
    terminal.endProgress();
    if (isJson && Object.keys(found.document).length > 0)
      await terminal.writeDocument(name, found.exit, found.document);
    else await terminal.writeLines(found.lines);
    await found.afterwards?.();
    const lost = await terminal.outputProblem();
    if (!lost) return found.exit;
    terminal.problem(lost.message);
    return found.exit === exitCodes.done || found.exit === exitCodes.found ? exitCodes.partly : found.exit;
  } catch (error) {
    const [exit, sentence] = [exitFor(error), sentenceOf(error)];
    terminal.problem(sentence);
    terminal.debug(stackOf(error));
    if (isJson) await terminal.writeDocument(secrets.redact(name), exit, { error: secrets.redact(sentence) });
    return exit;
  }
}

async function findResult(args: readonly string[], context: Context): Promise<Result> {
  const [name = '--help', ...rest] = args;
  if (name === 'help' && rest[0] !== undefined && !rest[0].startsWith('-'))
    return findResult([rest[0], '--help'], context);
  if (['--help', '-h', 'help'].includes(name)) return textOnly(programHelp(commandTable));
  const entry = Object.hasOwn(commandTable, name) ? commandTable[name] : undefined;
  if (!entry)
    throw new CliProblem(
      name.startsWith('-')
        ? `Could not run recordbench: the first argument must be a command. ${seeHelp()}`
        : `Could not run recordbench: there is no command “${name.slice(0, 60)}”. ${seeHelp()}`,
    );
  const command = await entry.load();
  const { given, operands } = readArguments(name, command, rest);
  if (given['help'] === true) return textOnly(commandHelp(name, command));
  context.terminal.isQuiet = given['quiet'] === true;
  return command.run(given, operands, context);
}

function textOnly(lines: readonly string[]): Result {
  return { exit: exitCodes.done, document: {}, lines };
}

async function readInput({ stdin }: NodeJS.Process, signal: AbortSignal): Promise<string> {
  try {
    return await text(addAbortSignal(signal, stdin));
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CliProblem('Interrupted while reading stdin.', { exit: exitCodes.interrupted, cause: error });
  }
}

/** Aborts on the first signal, so that writes in progress can finish; exits immediately on the second. */
function interruption(node: NodeJS.Process): AbortSignal {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    node.on(signal, () => {
      if (ending.signal.aborted) node.exit(exitCodes.interrupted);
      ending.abort();
    });
  return ending.signal;
}

function sentenceOf(error: unknown): string {
  if (error instanceof UserFacingError) return error.message;
  const why = error instanceof Error ? error.message : String(error);
  return `Could not finish because of an unexpected error (${why}). Use --debug to see where.`;
}

const maxCauses = 5;

function stackOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  return error.cause === undefined || depth >= maxCauses
    ? own
    : `${own}\nCaused by: ${stackOf(error.cause, depth + 1)}`;
}
