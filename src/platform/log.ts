import * as vscode from 'vscode';
import type { Connection } from '../model/connection/connection.ts';
import type { RequestTrace } from '../model/requestTrace.ts';
import type { RequestLog } from '../services/connections/clients.ts';

/** The output channel. It gets names and paths, never a token and never a record's values. */
export class Log implements RequestLog {
  readonly #channel = vscode.window.createOutputChannel('Recordbench', { log: true });

  info(sentence: string): void {
    this.#channel.info(sentence);
  }

  warn(sentence: string): void {
    this.#channel.warn(sentence);
  }

  error(error: unknown): void {
    this.#channel.error(error instanceof Error ? error : String(error));
  }

  request(connection: Connection, trace: RequestTrace): void {
    const again = trace.attempt > 1 ? `, attempt ${trace.attempt}` : '';
    const outcome = trace.status === undefined ? 'no answer' : `${trace.status}, ${trace.bytes} bytes`;
    this.#channel.debug(
      `${connection.name}: ${trace.method} ${trace.path}: ${outcome}, ${Math.round(trace.durationMs)} ms${again}`,
    );
  }

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#channel.dispose();
  }
}
