import * as vscode from 'vscode';
import type { Caller } from '../platform/errorReporter.ts';
import type { ArgumentName } from '../platform/runCommand.ts';
import { isTreeNode } from '../tree/treeNode.ts';

export interface ConnectionArgument {
  readonly connection?: string | undefined;
}

export interface ControllerArgument extends ConnectionArgument {
  /** `<module>/<controller>` */
  readonly controller?: string;
}

export interface ListViewArgument extends ControllerArgument {
  readonly listView?: string | undefined;
}

export interface Confirmed {
  /** Skips confirmation. */
  readonly confirmed?: boolean;
}

export interface MadeFor {
  /** Base URL of the service the records came from; rejected if the connection now points elsewhere. */
  readonly madeFor?: string | undefined;
}

/** A record: its address, or the parts of the address. */
export type RecordArgument = vscode.Uri | string | (ControllerArgument & { readonly id?: string } & MadeFor);

/** A record or a list view. */
export type AddressArgument = RecordArgument | ListViewArgument;

/** Reads one property of an argument. Any extension can call a command, so the argument may be anything. */
export function valueIn(argument: unknown, name: ArgumentName): unknown {
  return ownProperty(argument, name);
}

/** Reads an own property of any value. */
export function ownProperty(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined;
  return Object.getOwnPropertyDescriptor(holder, name)?.value;
}

/** Returns the property if it is a non-blank string. */
export function textIn(argument: unknown, name: ArgumentName): string | undefined {
  const value = valueIn(argument, name);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Only a plain `true` counts. */
export function isTrue(argument: unknown, name: ArgumentName): boolean {
  return valueIn(argument, name) === true;
}

/** A file: a URI, its address as a text, or a path. */
export function fileIn(argument: unknown, name: ArgumentName): vscode.Uri | undefined {
  const value = valueIn(argument, name);
  if (value instanceof vscode.Uri) return value;
  const text = textIn(argument, name);
  if (text === undefined) return undefined;
  return /^[a-z][a-z\d+.-]+:/i.test(text) ? vscode.Uri.parse(text) : vscode.Uri.file(text);
}

/** Users call a command from the palette without an argument, on a tree item, or from an editor title. */
export function callerOf(argument: unknown): Caller {
  if (argument instanceof vscode.Uri) return { isCode: false, connection: argument.authority };
  return { isCode: argument !== undefined && !isTreeNode(argument), connection: textIn(argument, 'connection') };
}
