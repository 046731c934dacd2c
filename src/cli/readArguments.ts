import { parseArgs } from 'node:util';
import { CliProblem } from './cliProblem.ts';
import { type Command, commonOptions, type GivenValues, type OptionTable } from './command.ts';

export interface Arguments {
  readonly given: GivenValues;
  readonly operands: readonly string[];
}

/** Parses the arguments after the command. */
export function readArguments(name: string, command: Command, args: readonly string[]): Arguments {
  const { values, positionals, used } = parse(name, { ...commonOptions, ...command.options }, args);
  const why = values['help'] === true ? undefined : problemIn(command, positionals, used);
  if (why !== undefined) throw new CliProblem(`Could not run ${name}: ${why}. ${seeHelp(name)}`);
  return { given: values, operands: positionals };
}

function problemIn(
  { options, operands }: Command,
  positionals: readonly string[],
  used: readonly UsedOption[],
): string | undefined {
  const seen = new Set<string>();
  for (const { name, value } of used) {
    if (value === undefined) continue;
    if (value.trim() === '') return `the value of --${name} is empty`;
    // only the last value would count
    if (seen.has(name) && options[name]?.isRepeated !== true) return `--${name} is used more than once`;
    seen.add(name);
  }
  const wanted = operands.split(' ').filter((one) => one !== '');
  const min = wanted.filter((one) => !one.startsWith('[')).length;
  // an empty operand or value is usually a variable that isn't set
  const missing = wanted.find((_, at) => (positionals[at] === undefined ? at < min : positionals[at] === ''));
  // errors don't quote operands: one could be a token
  if (missing !== undefined) return `${missing.replaceAll(/[[\]]/g, '')} is missing`;
  return positionals.length > wanted.length
    ? `expected ${wanted.join(' ') || 'no operands'}, got ${positionals.length} operands`
    : undefined;
}

export function seeHelp(name = ''): string {
  return `See recordbench ${name === '' ? '' : `${name} `}--help.`;
}

/** An option as it was typed. */
interface UsedOption {
  readonly name: string;
  readonly value?: string | undefined;
}

function parse(
  name: string,
  options: OptionTable,
  args: readonly string[],
): { values: GivenValues; positionals: readonly string[]; used: readonly UsedOption[] } {
  if (args.some((one) => /^--token(=|$)/.test(one)))
    throw new CliProblem(
      'Could not take the token from an argument: other programs on this computer could read it. Set RECORDBENCH_TOKEN, or use --token-stdin.',
    );
  const types = Object.fromEntries(
    Object.entries(options).map(([key, { type, isRepeated = false }]) => [key, { type, multiple: isRepeated }]),
  );
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...args],
      options: { ...types, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
      tokens: true,
    });
    return { values, positionals, used: tokens.filter((one) => one.kind === 'option') };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, dashed] = /^Option '(?:-\w, )?(--[\w-]+)' argument is ambiguous/.exec(message) ?? [];
    if (dashed !== undefined)
      throw new CliProblem(
        `Could not run ${name}: the value of ${dashed} begins with a dash, or is missing. Write it as ${dashed}=VALUE.`,
        { cause: error },
      );
    // the rest of Node's message is about operands that begin with a dash
    const [first = ''] = message.split(/\. |\n/);
    const why = first
      .replace(/\.$/, '')
      .replace(/^Option '(?:-\w, )?(--[\w-]+) <value>' argument missing$/, 'the value of $1 is missing')
      .replace(/^\w/, (letter) => letter.toLowerCase());
    throw new CliProblem(`Could not run ${name}: ${why}. ${seeHelp(name)}`, { cause: error });
  }
}
