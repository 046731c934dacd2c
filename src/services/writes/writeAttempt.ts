import { type Effect, ServiceError } from '../../model/errors.ts';
import type { FormValues } from '../../model/form/fieldValue.ts';
import { ReadAsEmptyError } from '../../model/form/readAsEmpty.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { RecordService, WritePermit } from '../../service/recordService.ts';
import { type Intent, sendIntended, type WriteClock, type WriteIntents, type WriteMark } from './writeIntents.ts';
import { t } from '@vscode/l10n';

interface SendOrder {
  readonly doing: string;
  readonly intent?: Intent | undefined;
}

/** Whoever is taken for gone so often gives up. */
const mostPlaces = 3;
/** How often someone looks whether what was sent before has arrived: often at first. */
const [lookEvery, soonLooks, lookSlowly] = [250, 8, 1_000];

/** One write of one record, from its first read on. */
export class WriteAttempt {
  form: RecordForm | undefined;
  /** What is sent of it. */
  values: FormValues | undefined;
  readonly mark: WriteMark;
  readonly #permit: WritePermit;
  readonly #clock: WriteClock;
  readonly #timeoutMs: number;
  readonly #onWait: (() => void) | undefined;
  /** Nothing that was sent before can arrive any more. */
  #isSettled = false;
  /** Tells the others that it is still there, however long it waits, reads and sends. */
  #beat: NodeJS.Timeout | undefined;

  constructor(key: string, client: RecordService, permit: WritePermit, intents: WriteIntents, onWait?: () => void) {
    this.mark = intents.mark(key);
    this.#permit = permit;
    this.#clock = intents.clock;
    this.#timeoutMs = client.connection.network.timeoutMs;
    this.#onWait = onWait;
  }

  /**
   * Works once all of them have their place in the line. They take another one, and all is read again, when other windows
   * may have taken this one for gone meanwhile, such as after the computer slept.
   */
  static async inLine<T>(attempts: readonly WriteAttempt[], intents: WriteIntents, work: () => Promise<T>): Promise<T> {
    for (let turn = 1; ; turn++) {
      await intents.queue(attempts.map(({ mark }) => mark));
      for (const attempt of attempts)
        attempt.#beat ??= setInterval(() => attempt.mark.put(), attempt.#timeoutMs / 4).unref();
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof OutOfLine) || turn === mostPlaces) throw error;
      }
    }
  }

  /**
   * The record, once it holds what was sent before, or that can be on its way no longer: else it would be written twice,
   * or would arrive after what is written now, and in its place.
   */
  async settled(read: () => Promise<RecordForm>, hasArrived?: (form: RecordForm) => boolean): Promise<RecordForm> {
    for (let reads = 0; ; reads++) {
      const end = await this.mark.until(this.#timeoutMs);
      const isOver = this.#clock.now() >= end;
      // of two that are on their way only one can be what has arrived
      const isOne = this.mark.ahead === 1;
      const form = await read();
      if (isOver || (isOne && hasArrived?.(form) === true)) {
        this.#isSettled = true;
        return form;
      }
      if (reads === 0) this.#onWait?.();
      await this.#clock.wait(
        Math.min(reads < soonLooks ? lookEvery : lookSlowly, Math.max(0, end - this.#clock.now())),
      );
      this.mark.put();
    }
  }

  /** `request` hands the permit on to the client, which asks it when the first byte is to go out. */
  send<T>({ doing, intent }: SendOrder, request: (permit: WritePermit) => Promise<T>): Promise<T> {
    return sendIntended(intent ? [this.mark, intent] : [this.mark], this.#clock, () => {
      this.assertInLine(doing);
      return request(this.#permit);
    });
  }

  assertInLine(doing: string): void {
    if (this.mark.silence > this.#timeoutMs) throw new OutOfLine(doing);
  }

  /** What may still arrive stays marked, for whoever writes the record next. */
  end(outcome: 'done' | Effect | undefined): void {
    clearInterval(this.#beat);
    if (outcome !== 'unknown') this.mark.drop(this.#isSettled);
  }
}

/** Nothing was sent, because someone else may have written the record since it was read. */
export class OutOfLine extends ServiceError {
  constructor(doing: string) {
    super('timedOut', {
      doing,
      why: t('it took so long that someone else may have written it since it was read'),
      remedy: t('Nothing was sent: try again.'),
    });
  }
}

/* What has to be found out or asked before a record is written. */

/** How often the record is read again because its references had to be looked up. */
const mostLookUps = 5;

/** Asks a person; nothing is locked meanwhile. */
export type ConfirmClear = (error: ReadAsEmptyError) => Promise<boolean>;

/** The record as it was read after all that its values need was looked up. */
export async function lookedUp(
  {
    lookUp,
    doing,
  }: {
    readonly lookUp?: ((form: RecordForm) => Promise<boolean>) | undefined;
    readonly doing: string;
  },
  attempt: WriteAttempt,
  form: RecordForm,
  read: () => Promise<RecordForm>,
): Promise<RecordForm> {
  let latest = form;
  for (let turn = 0; turn < mostLookUps; turn++) {
    if (!(await lookUp?.(latest))) return latest;
    latest = attempt.form = await read();
  }
  const why = t('the record kept changing while its references were looked up');
  throw new ServiceError('conflict', { doing, why, remedy: t('Nothing was sent: try again.') });
}

/** Writes again what a person lets be cleared. What would be cleared beyond that is asked about as well. */
export async function confirmed<Outcome extends { readonly kind: string; readonly error?: unknown }>(
  { confirmClear }: { readonly confirmClear?: ConfirmClear | undefined },
  write: (clears: ReadonlySet<string>) => Promise<Outcome>,
): Promise<Outcome> {
  let clears: ReadonlySet<string> = new Set();
  for (;;) {
    const outcome = await write(clears);
    const { error } = outcome;
    if (!(error instanceof ReadAsEmptyError) || !(await confirmClear?.(error))) return outcome;
    clears = new Set([...clears, ...error.texts.map(({ key }) => key)]);
  }
}
