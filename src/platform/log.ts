import * as vscode from 'vscode';
import type { Connection } from '../model/connection/connection.ts';
import type { RequestTrace } from '../model/requestTrace.ts';
import type { RequestLog } from '../services/connections/clients.ts';
import { plainError, plainSentence } from './ui/plainText.ts';

/** The output channel. It gets names and paths, never a token and never a record's values. */
export class Log implements RequestLog {
  readonly #channel = vscode.window.createOutputChannel('Recordbench', { log: true });

  info(sentence: string): void {
    this.#channel.info(plainSentence(sentence));
  }

  warn(sentence: string): void {
    this.#channel.warn(plainSentence(sentence));
  }

  error(error: unknown): void {
    this.#channel.error(formatWithCauses(error));
  }

  request(connection: Connection, trace: RequestTrace): void {
    const again = trace.attempt > 1 ? `, attempt ${trace.attempt}` : '';
    const outcome = trace.status === undefined ? 'no response' : `${trace.status}, ${trace.bytes} bytes`;
    const duration = Math.round(trace.durationMs);
    const line = `${connection.name}: ${trace.method} ${trace.path}: ${outcome}, ${duration} ms${again}`;
    this.#channel.debug(plainSentence(line));
  }

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#channel.dispose();
  }
}

const maxCauses = 5;

/** With stack and causes. */
function formatWithCauses(error: unknown, depth = 0): string {
  const text = plainError(error);
  return !(error instanceof Error) || error.cause === undefined || depth >= maxCauses
    ? text
    : `${text}\nCaused by: ${formatWithCauses(error.cause, depth + 1)}`;
}
