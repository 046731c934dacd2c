import { AsyncLocalStorage } from 'node:async_hooks';
import { saidOnce } from '../../model/serviceWords.ts';

const listeners = new AsyncLocalStorage<ServiceMessages>();

/**
 * Collects the messages a service sends with anything read during an operation, at any depth. The client reports them
 * in the one function that all reads go through, so no caller in between has to pass them on. With nested listeners,
 * only the innermost one receives them.
 */
export class ServiceMessages {
  #said: readonly string[] = [];

  get said(): readonly string[] {
    return this.#said;
  }

  collectDuring<T>(operation: () => T): T {
    return listeners.run(this, operation);
  }

  static report(said: readonly string[]): void {
    const listener = listeners.getStore();
    if (listener && said.length > 0) listener.#said = saidOnce(listener.#said, said);
  }
}
