import type { KnownSecrets } from '../model/connection/knownSecrets.ts';
import type { Result } from './result.ts';
import type { Terminal } from './terminal.ts';

export interface Option {
  readonly type: 'boolean' | 'string';
  /** Placeholder of the value: `FILE`. */
  readonly value?: string;
  readonly about: string;
  /** The values that shell completion offers. */
  readonly choices?: readonly string[];
  /** True if the option can be used several times. */
  readonly isRepeated?: true;
}

export type OptionTable = Readonly<Record<string, Option>>;

/** Options of every command. */
export const commonOptions = {
  json: { type: 'boolean', about: 'Write a JSON document to stdout instead of text' },
  quiet: { type: 'boolean', about: 'Write only the result and errors' },
  debug: { type: 'boolean', about: 'Write requests and stack traces to stderr' },
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

/** The parts of the process that a command may use. */
export interface Context {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingFolder: string;
  /** Script of the worker threads. */
  readonly threadScript: URL;
  readonly terminal: Terminal;
  /** Aborted by SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
  readonly knownSecrets: KnownSecrets;
  /** All commands, for commands about the program itself. */
  readonly commands: CommandTable;
  /** Reads stdin to its end. */
  readonly readInput: () => Promise<string>;
}

/** Values of options by name. */
export type GivenValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface Command {
  /** Placeholders of the operands, optional ones in brackets, or their choices: `CONTROLLER [ID]`, `bash|zsh`. */
  readonly operands: string;
  /** Help text. */
  readonly about: string;
  readonly options: OptionTable;
  readonly examples: readonly string[];
  run(given: GivenValues, operands: readonly string[], context: Context): Promise<Result>;
}

interface Definition<T extends OptionTable> extends Command {
  readonly options: T;
  run(given: Given<T & typeof commonOptions>, operands: readonly string[], context: Context): Promise<Result>;
}

/** An entry of the command table. */
export interface CommandEntry {
  /** Shown in `recordbench --help`. */
  readonly about: string;
  readonly load: () => Promise<Command>;
}

export type CommandTable = Readonly<Record<string, CommandEntry>>;

/** Infers the types of a command's options. */
export function command<const T extends OptionTable>(definition: Definition<T>): Command {
  return definition;
}
