import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Log } from '../../../src/platform/log.ts';
import type { Side, Envelope } from '../../../src/features/common/channel.ts';
import { hostileMessages } from '../../support/hostileMessages.ts';
import { FakePanel } from '../fakePanel.ts';
import { waitUntil } from '../waitUntil.ts';

type Answer = Envelope & { readonly kind: 'reply' | 'failure' };

/** A tab with a compromised page: it can send anything and receives the answers. */
export class HostilePanel extends FakePanel {
  override readonly options: vscode.WebviewPanelOptions;
  readonly #answers: Answer[] = [];
  #next = 0;

  constructor(options: vscode.WebviewPanelOptions = {}) {
    super();
    this.options = options;
  }

  override readonly page = {
    receive: (message: unknown): void => {
      const { kind } = message as Envelope;
      if (kind === 'reply' || kind === 'failure') this.#answers.push(message as Answer);
    },
  };

  /** The next request of its page. */
  request(name: string, params?: unknown): Envelope & { readonly kind: 'request' } {
    return { kind: 'request', id: this.#next++, name, ...(params !== undefined && { params }) };
  }

  /** Sends a request and returns the result, or the code of a failure. */
  async ask(name: string, params?: unknown): Promise<{ result?: unknown; code?: string }> {
    // a reloaded page restarts its counter, and so does its host
    if (name === 'start') this.#next = 0;
    const request = this.request(name, params);
    return this.answerTo(request);
  }

  async answerTo(request: Envelope & { readonly kind: 'request' }): Promise<{ result?: unknown; code?: string }> {
    this.#answers.length = 0;
    this.send(request);
    await waitUntil(`${request.name} is answered`, () => this.#answers.some(({ id }) => id === request.id));
    return this.#answers.find(({ id }) => id === request.id) ?? assert.fail();
  }

  notify(name: string, data?: unknown): void {
    this.send({ kind: 'event', name, ...(data !== undefined && { data }) });
  }
}

/** Collects what a host logs. */
export class WitnessLog {
  readonly lines: string[] = [];
  readonly log = {
    info: () => undefined,
    warn: (line: string) => void this.lines.push(line),
    error: (error: unknown) => void this.lines.push(String(error)),
  } as unknown as Log;

  /** How many times the log says that this message came out of turn. */
  outOfTurn(name: string): number {
    return this.lines.filter((line) => line.endsWith(`"${name}" out of turn, which was dropped.`)).length;
  }

  repeated(name: string): number {
    return this.lines.filter((line) => line.endsWith(`"${name}" once more, which was dropped.`)).length;
  }
}

/** Sends everything unknown, huge or malformed, and waits until each message is rejected and logged. */
export async function sendHostile(
  panel: HostilePanel,
  side: Side,
  { lines }: WitnessLog,
  wellFormed = 0,
): Promise<number> {
  const hostile = hostileMessages(Object.keys(side.requests), Object.keys(side.events));
  const before = lines.length;
  for (const message of hostile) panel.send(message);
  const replies = 3; // replies without a request
  await waitUntil('all is refused', () => lines.length - before >= hostile.length - replies - wellFormed);
  for (const line of lines.slice(before)) assert.match(line, /^(The|A) .+ sent .{1,120}, which was dropped\.$/);
  return hostile.length;
}
