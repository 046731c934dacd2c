import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { RecordsAddress } from '../model/address/address.ts';
import { type LinkQuery, readLink } from '../model/address/recordsLink.ts';
import type { IsPlainQuery } from '../model/list/recordQuery.ts';
import type { Connections } from '../services/connections/connections.ts';
import { type ErrorReporter, UserError } from './errorReporter.ts';

export type OpenLink = (address: RecordsAddress, query: LinkQuery) => PromiseLike<unknown>;

/** Links are untrusted: they only open list views and records of existing connections. */
export class RecordsUriHandler implements vscode.UriHandler {
  readonly #connections: Connections;
  readonly #errors: ErrorReporter;
  readonly #isPlainQuery: IsPlainQuery;
  readonly #open: OpenLink;

  constructor(connections: Connections, errors: ErrorReporter, isPlainQuery: IsPlainQuery, open: OpenLink) {
    this.#connections = connections;
    this.#errors = errors;
    this.#isPlainQuery = isPlainQuery;
    this.#open = open;
  }

  async handleUri(uri: vscode.Uri): Promise<void> {
    await this.#errors.runInBackground(t('Opening the link'), () => this.#follow(uri));
  }

  async #follow({ path, query, fragment }: vscode.Uri): Promise<void> {
    const link = fragment === '' ? readLink({ path, query }, this.#isPlainQuery) : undefined;
    if (!link || link.address.kind === 'newRecord')
      throw new UserError(
        t('Could not open the link: it does not point to a list view or a record. Ask for a new link.'),
      );
    const { connection } = link.address;
    if (!this.#connections.get(connection))
      throw new UserError(
        connection === 'demo'
          ? t(
              'Could not open the link: there is no connection “{0}” here. Add it, or start the demo, and open the link again.',
              connection,
            )
          : t(
              'Could not open the link: there is no connection “{0}” here. Add it and open the link again.',
              connection,
            ),
      );
    await this.#open(link.address, link.query);
  }
}
