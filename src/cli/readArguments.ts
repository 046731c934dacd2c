import { parseArgs } from 'node:util';
import { CliProblem } from './cliProblem.ts';
import { type Command, commonOptions, type GivenValues, type OptionTable } from './command.ts';

export interface Arguments {
  readonly given: GivenValues;
  readonly operands: readonly string[];
}

/** Parses the arguments after the command. */
export function readArguments(name: string, { options, operands }: Command, args: readonly string[]): Arguments {
  const { values, positionals } = parse(name, { ...commonOptions, ...options }, args);
  const wanted = operands.split(' ').filter((one) => one !== '');
  const min = wanted.filter((one) => !one.startsWith('[')).length;
  const isHelp = values['help'] === true;
  // an empty operand is usually a variable that isn't set
  const missing = wanted.find((_, at) => (positionals[at] === undefined ? at < min : positionals[at] === ''));
  // errors don't quote operands: one could be a token
  if (!isHelp && missing !== undefined)
    throw new CliProblem(`Could not run ${name}: ${missing.replaceAll(/[[\]]/g, '')} is missing. ${seeHelp(name)}`);
  if (!isHelp && positionals.length > wanted.length)
    throw new CliProblem(
      `Could not run ${name}: expected ${wanted.join(' ') || 'no operands'}, got ${positionals.length} operands. ${seeHelp(name)}`,
    );
  return { given: values, operands: positionals };
}

export function seeHelp(name = ''): string {
  return `See recordbench ${name === '' ? '' : `${name} `}--help.`;
}

function parse(
  name: string,
  options: OptionTable,
  args: readonly string[],
): { values: GivenValues; positionals: readonly string[] } {
  if (args.some((one) => /^--token(=|$)/.test(one)))
    throw new CliProblem(
      'Could not take the token from an argument: other programs on this computer could read it. Set RECORDBENCH_TOKEN, or use --token-stdin.',
    );
  const types = Object.fromEntries(
    Object.entries(options).map(([key, { type, isRepeated = false }]) => [key, { type, multiple: isRepeated }]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...types, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    return { values, positionals };
  } catch (error) {
    // the rest of Node's message is about operands that begin with a dash
    const [first = ''] = error instanceof Error ? error.message.split(/\. |\n/) : [String(error)];
    const why = first.replace(/\.$/, '').replace(/^\w/, (letter) => letter.toLowerCase());
    throw new CliProblem(`Could not run ${name}: ${why}. ${seeHelp(name)}`, { cause: error });
  }
}
