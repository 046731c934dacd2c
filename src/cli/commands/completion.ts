import { CliProblem } from '../cliProblem.ts';
import { type Command, command, commonOptions, type Option } from '../command.ts';
import { exitCodes } from '../exitCodes.ts';

export const completion = command({
  operands: 'bash|zsh|fish|pwsh',
  about: `Prints a script that completes commands, options and file names in a shell.
Load it in the startup file of the shell, as in the examples; in zsh, after compinit.`,
  options: {},
  examples: [
    'eval "$(recordbench completion bash)"',
    'eval "$(recordbench completion zsh)"',
    'recordbench completion fish | source',
    'recordbench completion pwsh | Out-String | Invoke-Expression',
  ],
  async run(_, [shell = ''], { commands }) {
    const write = Object.hasOwn(scripts, shell) ? scripts[shell as keyof typeof scripts] : undefined;
    if (!write)
      throw new CliProblem(
        `Could not print a completion script: “${shell}” is not one of ${Object.keys(scripts).join(', ')}.`,
      );
    const entries = Object.entries(commands).map(async ([name, { about, load }]) => ({
      name,
      about,
      ...wordsOf(await load()),
    }));
    const lines = write(await Promise.all(entries));
    return { exit: exitCodes.done, document: { shell, script: `${lines.join('\n')}\n` }, lines };
  },
});

/** What a word completes to. */
type Value = 'file' | 'folder' | 'anything' | readonly string[];

interface CompletedOption extends Pick<Option, 'about' | 'isRepeated'> {
  /** With the dashes. */
  readonly name: string;
  readonly placeholder: string;
  /** Undefined if the option has no value. */
  readonly value: Value | undefined;
}

interface CompletedOperand {
  readonly placeholder: string;
  readonly isOptional: boolean;
  readonly value: Value;
}

interface CompletedCommand {
  readonly name: string;
  readonly about: string;
  readonly options: readonly CompletedOption[];
  readonly operands: readonly CompletedOperand[];
}

function wordsOf({ options, operands }: Command): Pick<CompletedCommand, 'options' | 'operands'> {
  return {
    options: Object.entries<Option>({ ...options, ...commonOptions }).map(([name, option]) => {
      const { type, value = '', choices, about, isRepeated } = option;
      const completed = type === 'boolean' ? undefined : (choices ?? valueOf(value));
      return { name: `--${name}`, about, placeholder: value, value: completed, ...(isRepeated && { isRepeated }) };
    }),
    operands: operands.split(' ').flatMap((word) => {
      const placeholder = word.replaceAll(/[[\]]/g, '');
      return word === '' ? [] : [{ placeholder, isOptional: word !== placeholder, value: valueOf(placeholder) }];
    }),
  };
}

function valueOf(placeholder: string): Value {
  if (placeholder === 'FILE') return 'file';
  if (placeholder === 'DIR') return 'folder';
  return placeholder.includes('|') ? placeholder.split('|') : 'anything';
}

function choicesOf(value: Value | undefined): readonly string[] {
  return value === undefined || typeof value === 'string' ? [] : value;
}

/** Words for the shells that don't tell the operands of a command apart. */
function operandWords({ operands }: CompletedCommand): {
  readonly choices: readonly string[];
  readonly files: boolean;
} {
  return {
    choices: operands.flatMap(({ value }) => choicesOf(value)),
    files: operands.some(({ value }) => value === 'file'),
  };
}

const programOptions = ['--help', '--version'];

/** Works in bash 3.2, which macOS has. */
function bashScript(commands: readonly CompletedCommand[]): string[] {
  const names = [...commands.map(({ name }) => name), ...programOptions];
  const patterns = (kind: (value: Value) => boolean): string[] =>
    commands.flatMap(({ name, options }) =>
      options.flatMap((option) =>
        option.value !== undefined && kind(option.value) ? [`'${name} ${option.name}'`] : [],
      ),
    );
  return [
    '# bash completion for recordbench',
    '_recordbench() {',
    '  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words= options= files=',
    '  COMPREPLY=()',
    '  # bash splits --option=value',
    '  if [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi',
    '  if [[ $word == = ]]; then word=; fi',
    '  if (( COMP_CWORD == 1 )); then',
    `    words='${names.join(' ')}'`,
    '  else',
    '    case "${COMP_WORDS[1]} $before" in',
    ...commands.flatMap(({ name, options }) =>
      options.flatMap((option) => {
        const choices = choicesOf(option.value);
        return choices.length > 0 ? [`      '${name} ${option.name}') words='${choices.join(' ')}' ;;`] : [];
      }),
    ),
    `      ${patterns((value) => value === 'file').join(' | ')}) files=-f ;;`,
    `      ${patterns((value) => value === 'folder').join(' | ')}) files=-d ;;`,
    `      ${patterns((value) => value === 'anything').join(' | ')}) return ;;`,
    '      *)',
    '        case ${COMP_WORDS[1]} in',
    ...commands.map((one) => {
      const { choices, files } = operandWords(one);
      const parts = [
        ...(choices.length > 0 ? [`words='${choices.join(' ')}'`] : []),
        ...(files ? ['files=-f'] : []),
        `options='${one.options.map(({ name }) => name).join(' ')}'`,
      ];
      return `          ${one.name}) ${parts.join(' ')} ;;`;
    }),
    '        esac',
    '        if [[ $word == -* || -z $words$files ]]; then words=$options files=; fi',
    '        ;;',
    '    esac',
    '  fi',
    "  local IFS=$' \\n'",
    '  COMPREPLY=($(compgen -W "$words" -- "$word"))',
    '  if [[ -n $files ]]; then',
    '    local name',
    '    while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen $files -- "$word")',
    '    compopt -o filenames 2> /dev/null',
    '  fi',
    '}',
    'complete -F _recordbench recordbench',
  ];
}

function zshScript(commands: readonly CompletedCommand[]): string[] {
  const text = (words: string): string => words.replaceAll(/[\\[\]:]/g, String.raw`\$&`);
  const action = (value: Value): string => {
    if (value === 'file') return '_files';
    if (value === 'folder') return '_files -/';
    return value === 'anything' ? ' ' : `(${value.join(' ')})`;
  };
  const option = ({ name, about, placeholder, value, isRepeated }: CompletedOption): string => {
    const spec = value === undefined ? '' : `:${text(placeholder)}:${action(value)}`;
    return quoted(`${isRepeated ? '*' : ''}${name}${value === undefined ? '' : '='}[${text(about)}]${spec}`);
  };
  return [
    '#compdef recordbench',
    '_recordbench() {',
    '  if (( CURRENT == 2 )); then',
    '    local -a commands',
    '    commands=(',
    ...commands.map(({ name, about }) => `      ${quoted(`${name}:${text(about)}`)}`),
    '    )',
    '    _describe command commands',
    `    [[ $PREFIX == -* ]] && compadd -- ${programOptions.join(' ')}`,
    '    return',
    '  fi',
    '  local command=$words[2]',
    '  shift words',
    '  (( CURRENT-- ))',
    '  case $command in',
    ...commands.flatMap(({ name, options, operands }) => [
      `    ${name})`,
      `      _arguments \\`,
      ...options.map((one) => `        ${option(one)} \\`),
      ...operands.map(
        ({ placeholder, isOptional, value }, at) =>
          `        ${quoted(`${at + 1}:${isOptional ? ':' : ''}${text(placeholder)}:${action(value)}`)} \\`,
      ),
      '        && return',
      '      ;;',
    ]),
    '  esac',
    '}',
    '# loaded from fpath, or sourced',
    'if [[ $funcstack[1] == _recordbench ]]; then _recordbench "$@"; else compdef _recordbench recordbench; fi',
  ];
}

function fishScript(commands: readonly CompletedCommand[]): string[] {
  const text = (words: string): string => `'${words.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
  const value = (one: Value | undefined): string => {
    if (one === undefined) return '';
    if (one === 'file') return ' -r -F';
    if (one === 'folder') return " -x -a '(__fish_complete_directories)'";
    return one === 'anything' ? ' -x' : ` -x -a '${one.join(' ')}'`;
  };
  return [
    '# fish completion for recordbench',
    'complete -c recordbench -f',
    ...programOptions.map((name) => `complete -c recordbench -n __fish_use_subcommand -l ${name.slice(2)}`),
    ...commands.flatMap((one) => {
      const { choices, files } = operandWords(one);
      const start = `complete -c recordbench -n '__fish_seen_subcommand_from ${one.name}'`;
      return [
        `complete -c recordbench -n __fish_use_subcommand -a ${one.name} -d ${text(one.about)}`,
        ...(choices.length > 0 ? [`${start} -a '${choices.join(' ')}'`] : []),
        ...(files ? [`${start} -F`] : []),
        ...one.options.map(
          (option) => `${start} -l ${option.name.slice(2)}${value(option.value)} -d ${text(option.about)}`,
        ),
      ];
    }),
  ];
}

/** Completes to file names where it returns nothing, as PowerShell does. */
function pwshScript(commands: readonly CompletedCommand[]): string[] {
  // PowerShell also ends a string at typographic quotes
  const text = (words: string): string => `'${words.replaceAll(/['\u2018-\u201B]/g, '$&$&')}'`;
  const table = (rows: readonly (readonly [string, string])[]): string[] =>
    rows.map(([key, words]) => `    ${text(key)} = ${words}`);
  const list = (words: readonly string[]): string => `@(${words.map(text).join(', ')})`;
  const withValue = commands.flatMap(({ name, options }) =>
    options.flatMap((option) =>
      option.value === undefined ? [] : [[`${name} ${option.name}`, option.value] as const],
    ),
  );
  return [
    '# PowerShell completion for recordbench',
    'Register-ArgumentCompleter -Native -CommandName recordbench -ScriptBlock {',
    '  param($wordToComplete, $commandAst, $cursorPosition)',
    '  $commands = [ordered]@{',
    ...table(commands.map(({ name, about }) => [name, text(about)])),
    '  }',
    '  $options = @{',
    ...commands.flatMap(({ name, options }) => [
      `    ${text(name)} = [ordered]@{`,
      ...table(options.map((option) => [option.name, text(option.about)])).map((line) => `  ${line}`),
      '    }',
    ]),
    '  }',
    '  $values = @{',
    ...table(withValue.map(([key, value]) => [key, list(choicesOf(value))])),
    '  }',
    '  $operands = @{',
    ...table(
      commands.flatMap((one) => {
        const { choices } = operandWords(one);
        return choices.length > 0 ? [[one.name, list(choices)] as const] : [];
      }),
    ),
    '  }',
    `  $files = ${list(commands.filter((one) => operandWords(one).files).map(({ name }) => name))}`,
    '  $before = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { "$_" })',
    '  $found = [ordered]@{}',
    '  if ($before.Count -lt 2) { $found = $commands }',
    '  else {',
    '    $command = $before[1]',
    '    $key = "$command $($before[-1])"',
    '    if ($values.ContainsKey($key)) { $values[$key] | ForEach-Object { $found[$_] = $_ } }',
    "    elseif ($wordToComplete -notlike '-*' -and $operands.ContainsKey($command)) { $operands[$command] | ForEach-Object { $found[$_] = $_ } }",
    "    elseif ($options.ContainsKey($command) -and ($wordToComplete -like '-*' -or $files -notcontains $command)) { $found = $options[$command] }",
    '  }',
    '  $found.GetEnumerator() | Where-Object { $_.Key.StartsWith($wordToComplete) } | ForEach-Object {',
    "    [System.Management.Automation.CompletionResult]::new($_.Key, $_.Key, 'ParameterValue', $_.Value)",
    '  }',
    '}',
  ];
}

/** Quotes a word for a POSIX shell. */
function quoted(words: string): string {
  return `'${words.replaceAll("'", String.raw`'\''`)}'`;
}

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript, pwsh: pwshScript };
