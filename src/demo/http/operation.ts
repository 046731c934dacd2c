import type { JsonObject } from '../../model/json.ts';
import type { Tokens, User } from '../access/users.ts';
import type { DemoController } from '../catalog/controllers.ts';
import type { Store } from '../database/store.ts';
import type { FormEntry } from './formBody.ts';

/** What every operation works with. */
export interface Service {
  readonly store: Store;
  readonly tokens: Tokens;
  /** The list view that each user last opened, by user id and controller; forgotten when the service ends. */
  readonly lastListViews: Map<string, string>;
  /** As `Host` has them: what this service is called at its port. */
  readonly ownHosts: ReadonlySet<string>;
  /** Whether anyone may sign up, and answers also carry what the interface does not show. */
  readonly helps: boolean;
}

/** A request that was found to be a signed-in user's. */
export interface Exchange {
  readonly controller: DemoController;
  readonly user: User;
  readonly query: URLSearchParams;
  /** Empty for a GET. */
  readonly body: readonly FormEntry[];
}

export type Operation = (service: Service, exchange: Exchange) => JsonObject;

/** About accounts: who asks makes no difference. */
export type AccountExchange = Pick<Exchange, 'query' | 'body'>;

export type AccountOperation = (service: Service, exchange: AccountExchange) => JsonObject;
