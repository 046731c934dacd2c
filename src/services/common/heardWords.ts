import { AsyncLocalStorage } from 'node:async_hooks';
import { saidOnce } from '../../model/serviceWords.ts';

const listeners = new AsyncLocalStorage<HeardWords>();

/**
 * What a service says beside whatever is read during an operation, however deep. The client tells of it at the one place
 * that every read passes, so nobody between has to hand it on, or can forget to. Of two that listen the inner one hears.
 */
export class HeardWords {
  #said: readonly string[] = [];

  get said(): readonly string[] {
    return this.#said;
  }

  during<T>(operation: () => T): T {
    return listeners.run(this, operation);
  }

  static tell(said: readonly string[]): void {
    const listener = listeners.getStore();
    if (listener && said.length > 0) listener.#said = saidOnce(listener.#said, said);
  }
}
