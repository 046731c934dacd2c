import type { KnownSecrets } from '../model/connection/knownSecrets.ts';
import type { Result } from './result.ts';
import type { Terminal } from './terminal.ts';

export interface Option {
  readonly type: 'boolean' | 'string';
  /** Placeholder of the value: `FILE`. */
  readonly value?: string;
  readonly about: string;
  /** May be given several times. */
  readonly isRepeated?: true;
}

export type OptionTable = Readonly<Record<string, Option>>;

/** Options of every command. */
export const commonOptions = {
  json: { type: 'boolean', about: 'Write one JSON document to stdout instead of text' },
  quiet: { type: 'boolean', about: 'Write only the result and errors: no progress, no notes' },
  debug: { type: 'boolean', about: 'Write requests, and the stack trace of an error, to stderr' },
  help: { type: 'boolean', about: 'Show this help' },
} as const satisfies OptionTable;

/** The options as given on the command line. */
export type Given<T extends OptionTable> = {
  readonly [K in keyof T]?: T[K]['type'] extends 'boolean'
    ? boolean
    : T[K]['isRepeated'] extends true
      ? readonly string[]
      : string;
};

/** Environment variables with tokens, unless an option names another one. */
export const tokenVariables: readonly string[] = ['RECORDBENCH_TOKEN', 'RECORDBENCH_WITH_TOKEN'];

/** What a command may use of its process. */
export interface Context {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingFolder: string;
  /** What a thread of this program runs. */
  readonly threadScript: URL;
  readonly terminal: Terminal;
  /** Aborted by SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
  readonly knownSecrets: KnownSecrets;
  /** The table of commands, for those about the program itself. */
  readonly commands: CommandTable;
  /** Reads stdin to its end. */
  readonly readInput: () => Promise<string>;
}

/** Values of options by name. */
export type GivenValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface Command {
  /** Placeholders of the operands, optional ones in brackets: `CONTROLLER [ID]`. */
  readonly operands: string;
  /** Lines of the help. */
  readonly about: string;
  readonly options: OptionTable;
  readonly examples: readonly string[];
  run(given: GivenValues, operands: readonly string[], context: Context): Promise<Result>;
}

interface Definition<T extends OptionTable> extends Command {
  readonly options: T;
  run(given: Given<T & typeof commonOptions>, operands: readonly string[], context: Context): Promise<Result>;
}

/** A command's line in the table of commands. */
export interface CommandEntry {
  /** One line of `recordbench --help`. */
  readonly about: string;
  readonly load: () => Promise<Command>;
}

export type CommandTable = Readonly<Record<string, CommandEntry>>;

/** Checks a command's use of its options. */
export function command<const T extends OptionTable>(definition: Definition<T>): Command {
  return definition;
}
