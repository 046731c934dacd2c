import { type ControllerName, controllerText } from '../../model/controller.ts';

/** Lets work on the same thing wait for its turn. A record that is open in a table and in a form is never saved twice at once. */
export class OneAtATime {
  readonly #running = new Map<string, Promise<unknown>>();

  async run<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    const before = this.#running.get(key);
    const mine = (async () => {
      await before?.catch(() => undefined);
      return work();
    })();
    this.#running.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#running.get(key) === mine) this.#running.delete(key);
    }
  }
}

/** One text per record, over all connections. */
export function recordKey(connection: string, controller: ControllerName, id: string): string {
  return JSON.stringify([connection, controllerText(controller), id]);
}
