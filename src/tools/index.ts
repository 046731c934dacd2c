import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { tools } from '../manifest.ts';
import { sentenceOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { describeRecords } from './describeRecords.ts';
import { readRecord } from './readRecord.ts';
import { searchRecords } from './searchRecords.ts';
import { stageEdit } from './stageEdit.ts';
import type { ToolParts } from './toolParts.ts';

/** The table of tools that a language model may use. They look, or prepare what a person saves; none of them sends a change. */
export function registerTools(parts: ToolParts, log: Log): vscode.Disposable {
  const table: Record<keyof typeof tools, vscode.LanguageModelTool<unknown>> = {
    describe: describeRecords(parts),
    search: searchRecords(parts),
    read: readRecord(parts),
    stage: stageEdit(parts),
  };
  const inWords = async <T>(work: () => T): Promise<Awaited<T>> => {
    try {
      return await work();
    } catch (error) {
      log.error(error);
      // what a library says is not for a model either
      throw new Error(sentenceOf(t('The tool'), error), { cause: error });
    }
  };
  return vscode.Disposable.from(
    ...Object.entries(table).map(([name, tool]) =>
      vscode.lm.registerTool(tools[name as keyof typeof tools], {
        prepareInvocation: (options, token) => inWords(() => tool.prepareInvocation?.(options, token)),
        invoke: (options, token) => inWords(() => tool.invoke(options, token)),
      }),
    ),
  );
}
