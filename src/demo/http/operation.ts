import type { JsonObject } from '../../model/json.ts';
import type { Tokens, User } from '../access/users.ts';
import type { DemoController } from '../catalog/controllers.ts';
import type { Store } from '../database/store.ts';
import type { FormEntry } from './formBody.ts';

/** Dependencies of every operation. */
export interface Service {
  readonly store: Store;
  readonly tokens: Tokens;
  /** The list view that each user opened last, by user id and controller; not persisted. */
  readonly lastListViews: Map<string, string>;
  /** Accepted `Host` values: this service's names at its port. */
  readonly ownHosts: ReadonlySet<string>;
  /** Whether anyone may sign up and responses also include what the interface doesn't show. */
  readonly isTestMode: boolean;
}

/** An authenticated request. */
export interface AuthenticatedRequest {
  readonly controller: DemoController;
  readonly user: User;
  readonly query: URLSearchParams;
  /** Empty for a GET. */
  readonly body: readonly FormEntry[];
}

export type Operation = (service: Service, exchange: AuthenticatedRequest) => JsonObject;

/** A request about accounts, which doesn't depend on the user. */
export type AccountExchange = Pick<AuthenticatedRequest, 'query' | 'body'>;

export type AccountOperation = (service: Service, exchange: AccountExchange) => JsonObject;
