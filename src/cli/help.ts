import { type Command, type CommandTable, commonOptions, type OptionTable } from './command.ts';
import { exitMeanings } from './exitCodes.ts';
import { columns } from './terminal.ts';

export function programHelp(commands: CommandTable): string[] {
  return [
    'Reads and changes records of a record service, from scripts and pipelines.',
    '',
    'Usage',
    '  recordbench COMMAND [OPTIONS]',
    '',
    'Commands',
    ...columns(Object.entries(commands).map(([name, { about }]) => [name, about])),
    '',
    'Common options',
    ...optionLines(commonOptions),
    '',
    ...exitLines(),
    '',
    'Run recordbench COMMAND --help for the options of a command, and recordbench --version for the version.',
  ];
}

export function commandHelp(name: string, { operands, about, options, examples }: Command): string[] {
  const own = Object.keys(options).length > 0;
  return [
    ...about.trim().split('\n'),
    '',
    'Usage',
    `  recordbench ${[name, operands, '[OPTIONS]'].filter((one) => one !== '').join(' ')}`,
    '',
    ...(own ? ['Options', ...optionLines(options), ''] : []),
    'Common options',
    ...optionLines(commonOptions),
    '',
    ...(examples.length > 0 ? ['Examples', ...examples.map((one) => `  ${one}`), ''] : []),
    ...exitLines(),
  ];
}

function exitLines(): string[] {
  const lines = Object.entries(exitMeanings).map(([code, meaning]): [string, string] => [code, meaning]);
  return ['Exit codes', ...columns(lines)];
}

function optionLines(options: OptionTable): string[] {
  return columns(
    Object.entries(options).map(([name, { value, about, isRepeated }]) => [
      `--${name}${value ? ` ${value}` : ''}${isRepeated ? ' …' : ''}`,
      about,
    ]),
  );
}
