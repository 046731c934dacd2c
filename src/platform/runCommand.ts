import * as vscode from 'vscode';
import { commandId } from '../manifest.ts';
import type { IsPlainQuery } from '../model/list/recordQuery.ts';

/**
 * Arguments each command accepts from code; the user is asked for missing ones. Each command declares its own next to
 * its function.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- the commands add to it
export interface CommandArguments {}

export type CommandName = keyof CommandArguments;

/** All argument property names. */
export type ArgumentName = KeysOf<CommandArguments[CommandName][number]>;
type KeysOf<T> = T extends vscode.Uri | string | readonly unknown[] | undefined ? never : keyof T;

/** Commands that accept this argument. */
export type CommandTaking<Argument> = {
  [Name in CommandName]: [Argument] extends CommandArguments[Name] ? Name : never;
}[CommandName];

/**
 * Arguments that skip a question or set where data is written, read or sent. A command link can appear in any text, so
 * they count only from trusted callers.
 */
const answers: readonly ArgumentName[] = ['confirmed', 'target', 'source', 'run', 'token', 'baseUrl', 'name'];

/**
 * Marks calls from our own code and from other extensions through our API. Links and keybindings pass JSON, which can't
 * contain this symbol.
 */
const byCode = Symbol.for('recordbench.byCode');

/** Calls a command from code: it rejects on failure, after showing the error. */
export function runCommand<Name extends CommandName>(name: Name, ...args: CommandArguments[Name]): Thenable<unknown> {
  return vscode.commands.executeCommand(commandId(name), { [byCode]: args });
}

/** Loaded with the first query to check. */
export type LoadQueryCheck = () => Promise<IsPlainQuery>;

interface CommandCall {
  readonly args: readonly unknown[];
  readonly isByCode: boolean;
}

/** The arguments of a call, without answers from untrusted callers. */
export async function readCall(given: readonly unknown[], judge: LoadQueryCheck): Promise<CommandCall> {
  const [call] = given as readonly [{ readonly [byCode]?: readonly unknown[] } | null | undefined];
  const args = call?.[byCode];
  return {
    args: args ?? (await Promise.all(given.map((one) => withoutAnswers(one, judge)))),
    isByCode: args !== undefined,
  };
}

/** A tree item is a class instance, not a plain object. */
async function withoutAnswers(argument: unknown, judge: LoadQueryCheck): Promise<unknown> {
  if (typeof argument !== 'object' || argument === null) return argument;
  const origin: unknown = Object.getPrototypeOf(argument);
  if (origin !== Object.prototype && origin !== null) return argument;
  const others = Object.fromEntries(
    Object.entries(argument).filter(([name]) => !answers.some((answer) => answer === name)),
  );
  // the reader rejects an invalid query; dropping it would target more records
  return 'query' in others && !(await isHarmless(others['query'], judge)) ? { ...others, query: null } : others;
}

async function isHarmless(query: unknown, judge: LoadQueryCheck): Promise<boolean> {
  const rawQ: unknown = typeof query === 'object' && query !== null && 'rawQ' in query ? query.rawQ : undefined;
  if (typeof rawQ !== 'string') return rawQ === undefined;
  return (await judge())(rawQ);
}

/** Command for clicking a tree item or status bar item. */
export function createCommand<Name extends CommandName>(
  name: Name,
  title: string,
  ...args: CommandArguments[Name]
): vscode.Command {
  return { command: commandId(name), title, arguments: args };
}
