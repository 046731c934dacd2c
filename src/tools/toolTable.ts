import type * as vscode from 'vscode';
import type { tools } from '../manifest.ts';
import { describeRecords } from './describeRecords.ts';
import { readRecord } from './readRecord.ts';
import { searchRecords } from './searchRecords.ts';
import { stageEdit } from './stageEdit.ts';
import type { ToolParts } from './toolParts.ts';

export type ToolTable = Record<keyof typeof tools, vscode.LanguageModelTool<unknown>>;

/** The table of tools. They look, or prepare what a person saves; none of them sends a change. */
export function toolTable(parts: ToolParts): ToolTable {
  return {
    describe: describeRecords(parts),
    search: searchRecords(parts),
    read: readRecord(parts),
    stage: stageEdit(parts),
  };
}
