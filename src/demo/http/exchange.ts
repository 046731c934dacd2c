import type { JsonObject } from '../../model/json.ts';
import type { Tokens } from '../access/tokens.ts';
import type { User } from '../access/user.ts';
import type { Controller } from '../catalog/controller.ts';
import type { LastListViews } from '../operations/lastListViews.ts';
import type { Store } from '../database/store.ts';
import type { Figures } from '../query/figures.ts';
import type { Pages } from '../query/pages.ts';
import type { ResultCache } from '../query/resultCache.ts';
import type { FormEntry } from './multipart.ts';

/** What every operation works with. */
export interface Service {
  readonly store: Store;
  readonly cache: ResultCache;
  readonly figures: Figures;
  readonly pages: Pages;
  readonly tokens: Tokens;
  readonly lastListViews: LastListViews;
}

/** A request that was found to be a signed-in user's. */
export interface Exchange {
  readonly controller: Controller;
  readonly user: User;
  readonly query: URLSearchParams;
  /** Empty for a GET. */
  readonly body: readonly FormEntry[];
}

export type Operation = (service: Service, exchange: Exchange) => JsonObject;

/** Someone who need not be signed in. */
export type PublicExchange = Pick<Exchange, 'query' | 'body'>;

export type PublicOperation = (service: Service, exchange: PublicExchange) => JsonObject;
