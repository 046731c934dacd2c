import type { l10nJsonFormat } from '@vscode/l10n';
import type { EncodedPage } from '../../service/recordService.ts';
import type { Connection } from '../../model/connection/connection.ts';
import { ServiceError, type ServiceErrorCode, UserFacingError } from '../../model/errors.ts';
import { FileProblem } from '../../model/fileProblem.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';
import type { RecordQuery } from '../../model/list/recordQuery.ts';
import type { ListAddress } from '../lists/listAddress.ts';
import type { FilteredQuery } from '../lists/listFilter.ts';
import type { ExportTask } from './writeRecords.ts';

/*
 * Messages between an export or comparison and its thread. The thread has neither the token nor the exported file: it
 * receives the service's responses and returns the bytes to write.
 */

/** The list to read, and how to export it. */
export interface ExportJob extends Omit<ExportTask, 'source' | 'onProgress'> {
  readonly listTarget: Pick<ListAddress, 'controller' | 'listView'>;
  readonly query: FilteredQuery;
}

export interface ExportStart extends ExportJob {
  readonly connection: Connection;
}

/** Localization data for every thread. */
export interface ThreadLocale {
  readonly words: l10nJsonFormat | undefined;
  /** Locale for formatting numbers. */
  readonly locale: string;
}

/** Each call is answered by its number. Lists are zero-based. */
export type ThreadCall =
  /** Answered with the page itself where the service has no encoded ones. */
  | { readonly kind: 'fetch'; readonly list: number; readonly query: RecordQuery }
  /** Asks the host to parse a response that the thread couldn't decode. */
  | { readonly kind: 'read'; readonly list: number; readonly query: RecordQuery }
  | { readonly kind: 'write'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** Receives a reply when reading should resume after a failure. */
  | { readonly kind: 'resume' };

export type FromThread =
  | { readonly kind: 'call'; readonly number: number; readonly call: ThreadCall }
  | { readonly kind: 'progress'; readonly done: number; readonly expected: number | undefined }
  /** The report so far. */
  | { readonly kind: 'part'; readonly part: unknown }
  | { readonly kind: 'done'; readonly report: unknown }
  /** With a number: the problem is the failure of that call. */
  | { readonly kind: 'failed'; readonly problem: Problem; readonly number: number | undefined };

/** Written buffers are returned for reuse. */
export type ThreadAnswer =
  | EncodedPage
  | RecordPage
  | { readonly written: Uint8Array<ArrayBuffer> }
  | { readonly isResumed: true };

export type ToThread =
  | { readonly number: number; readonly isDone: true; readonly answer: ThreadAnswer }
  | { readonly number: number; readonly isDone: false; readonly problem: Problem };

/** A serialized error that keeps its type across threads. */
export type Problem =
  | {
      readonly kind: 'service';
      readonly code: ServiceErrorCode;
      readonly doing: string;
      readonly why: string;
      readonly remedy: string | undefined;
    }
  | { readonly kind: 'file'; readonly sentence: string }
  | { readonly kind: 'other'; readonly text: string };

export function problemOf(error: unknown): Problem {
  if (error instanceof ServiceError) {
    const { code, doing, why, remedy } = error;
    return { kind: 'service', code, doing, why, remedy };
  }
  if (error instanceof UserFacingError) return { kind: 'file', sentence: error.message };
  return { kind: 'other', text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

export function errorOf(problem: Problem): Error {
  if (problem.kind === 'file') return new FileProblem(problem.sentence);
  if (problem.kind === 'other') return new Error(problem.text);
  const { code, doing, why, remedy } = problem;
  return new ServiceError(code, { doing, why, ...(remedy !== undefined && { remedy }) });
}
