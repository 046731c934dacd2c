import type { JsonObject } from '../../model/json.ts';

/** What a page shows, whether its rows are records or the points of a chart. */
export interface PageContent {
  readonly data: JsonObject[];
  readonly count: number;
  readonly header: JsonObject[];
}
