import * as vscode from 'vscode';
import { commandId } from '../manifest.ts';
import type { IsPlainQuery } from '../model/list/recordQuery.ts';

/** What each command takes from code; the user is asked for what is left out. Each command declares its own beside its function. */
// oxlint-disable-next-line typescript/no-empty-object-type -- the commands add to it
export interface CommandArguments {}

export type CommandName = keyof CommandArguments;

/** Every name that some argument has. */
export type ArgumentName = KeysOf<CommandArguments[CommandName][number]>;
type KeysOf<T> = T extends vscode.Uri | string | readonly unknown[] | undefined ? never : keyof T;

/** The commands that can be called with such an argument. */
export type CommandTaking<Argument> = {
  [Name in CommandName]: [Argument] extends CommandArguments[Name] ? Name : never;
}[CommandName];

/**
 * What answers a question before it is asked, or says where something is written, read or sent. Anyone can put a link to a
 * command before a person, so it counts only from those who may answer for them.
 */
const answers: readonly ArgumentName[] = ['confirmed', 'target', 'source', 'run', 'token', 'baseUrl', 'name'];

/** Marks what our own code calls with, and other extensions by our API. A link and a key bring JSON, which has no such name. */
const byCode = Symbol.for('recordbench.byCode');

/** Calls a command as code does: it rejects when it fails, after it has told the person. */
export function runCommand<Name extends CommandName>(name: Name, ...args: CommandArguments[Name]): Thenable<unknown> {
  return vscode.commands.executeCommand(commandId(name), { [byCode]: args });
}

/** Loaded with the first query that has to be judged. */
export type QueryJudge = () => Promise<IsPlainQuery>;

interface CommandCall {
  readonly args: readonly unknown[];
  readonly isByCode: boolean;
}

/** What a command was called with, without the answers of someone who may not give them. */
export async function readCall(given: readonly unknown[], judge: QueryJudge): Promise<CommandCall> {
  const [call] = given as readonly [{ readonly [byCode]?: readonly unknown[] } | null | undefined];
  const args = call?.[byCode];
  return {
    args: args ?? (await Promise.all(given.map((one) => withoutAnswers(one, judge)))),
    isByCode: args !== undefined,
  };
}

/** A line of a tree is an object of ours, and no plain one. */
async function withoutAnswers(argument: unknown, judge: QueryJudge): Promise<unknown> {
  if (typeof argument !== 'object' || argument === null) return argument;
  const origin: unknown = Object.getPrototypeOf(argument);
  if (origin !== Object.prototype && origin !== null) return argument;
  const others = Object.fromEntries(
    Object.entries(argument).filter(([name]) => !answers.some((answer) => answer === name)),
  );
  // a query that is none is refused by whoever reads it; without one, more would be meant
  return 'query' in others && !(await isHarmless(others['query'], judge)) ? { ...others, query: null } : others;
}

async function isHarmless(query: unknown, judge: QueryJudge): Promise<boolean> {
  const rawQ: unknown = typeof query === 'object' && query !== null && 'rawQ' in query ? query.rawQ : undefined;
  if (typeof rawQ !== 'string') return rawQ === undefined;
  return (await judge())(rawQ);
}

/** What VS Code calls when a line or an item is clicked. */
export function createCommand<Name extends CommandName>(
  name: Name,
  title: string,
  ...args: CommandArguments[Name]
): vscode.Command {
  return { command: commandId(name), title, arguments: args };
}
