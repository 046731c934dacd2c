import { t } from '@vscode/l10n';
import type { License, RecordService } from '../../service/recordService.ts';
import { type Connection, isSameAddress } from '../../model/connection/connection.ts';
import { ServiceError, type ServiceMessage } from '../../model/errors.ts';
import type { SignupRequest } from '../../model/signup/signupDraft.ts';
import type { SignupInformation, SignupSource } from '../../model/signup/signupFields.ts';
import type { ClientDeps } from '../connections/clients.ts';
import { UnknownConnectionError } from '../connections/connections.ts';
import type { WriteGuard } from '../connections/writeGuard.ts';

/** What became of a sign-up that the service took. */
export interface SignedUp {
  /** The connection that uses the new account; undefined when the service handed out no token. */
  readonly connection: Connection | undefined;
  /** Whether that connection was added just now. */
  readonly isNew: boolean;
  readonly messages: readonly ServiceMessage[];
}

interface SignupSessionDeps extends ClientDeps {
  readonly guard: WriteGuard;
}

/** One place to sign up at. Nobody is signed in there yet, so it asks without a token as long as the service lets it. */
export class SignupSession {
  readonly #source: SignupSource;
  readonly #deps: SignupSessionDeps;
  #usesToken = false;
  /** The user that an earlier sign-up may have created. */
  #maybeCreated: string | undefined;
  /** The address that the form was read from: what is filled in goes to no other. */
  #madeFor: string | undefined;

  constructor(source: SignupSource, deps: SignupSessionDeps) {
    this.#source = source;
    this.#deps = deps;
  }

  /** As it is now, or as it would be added. */
  get connection(): Connection {
    const { connections } = this.#deps;
    if ('baseUrl' in this.#source) {
      const { baseUrl } = this.#source;
      return connections.draft({ name: new URL(baseUrl).hostname, baseUrl });
    }
    const known = connections.get(this.#source.connection);
    if (!known) throw new UnknownConnectionError(this.#source.connection);
    return known;
  }

  async information(signal?: AbortSignal): Promise<SignupInformation> {
    try {
      return await this.#ask(async (client) => {
        const information = await client.signupInformation(signal);
        this.#madeFor = client.connection.baseUrl;
        return information;
      });
    } catch (error) {
      const isClosed = error instanceof ServiceError && error.code === 'notSignedIn';
      if (!isClosed || 'baseUrl' in this.#source || this.#usesToken) throw error;
      if ((await this.#deps.connections.token(this.connection)) === undefined) throw error;
      this.#usesToken = true;
      return this.information(signal);
    }
  }

  async license(signal?: AbortSignal): Promise<License> {
    return this.#ask((client) => client.license(signal));
  }

  /** Sent once. A token that comes back goes into the secret storage at once: there is no other way to get it again. */
  async send(request: SignupRequest): Promise<SignedUp> {
    const { id, baseUrl } = this.connection;
    const doing = t('sign up {0}', request.userName);
    if (this.#maybeCreated === request.userName)
      throw new ServiceError('refused', {
        doing,
        why: t('the account may have been created already'),
        remedy: t('Get a token for it. If there is no such account, close this page and sign up again.'),
      });
    const { guard } = this.#deps;
    const madeFor = this.#madeFor ?? baseUrl;
    if ('connection' in this.#source) guard.check(id, doing, madeFor);
    const user = this.#usesToken ? guard.user(id) : undefined;
    const permit = 'connection' in this.#source ? await guard.permit(id, doing, madeFor, user) : undefined;
    const { token, messages } = await this.#ask((client) => client.sendSignup(request, { permit })).catch(
      (error: unknown) => {
        if (error instanceof ServiceError && error.effect === 'unknown') this.#maybeCreated = request.userName;
        throw error;
      },
    );
    if (token === undefined) return { connection: undefined, isNew: false, messages };
    return { ...(await this.#signIn(token, request.userName)), messages };
  }

  /** Nobody's own token is replaced: a connection that has one gets a second beside it. */
  async #signIn(token: string, userName: string): Promise<Pick<SignedUp, 'connection' | 'isNew'>> {
    const { connections } = this.#deps;
    const { baseUrl } = this.connection;
    const open = connections.all().filter((one) => isSameAddress(one.baseUrl, baseUrl));
    const named = 'connection' in this.#source ? this.#source.connection : undefined;
    for (const one of open.toSorted((a, b) => Number(b.id === named) - Number(a.id === named))) {
      // what is lent, such as the demo, is gone with its service, and so would be a second one
      const isFree = !connections.isKept(one.id) || (await connections.token(one)) === undefined;
      if (!isFree) continue;
      await connections.setToken(one, token);
      return { connection: one, isNew: false };
    }
    const name = open.length > 0 ? `${open[0]?.name ?? ''} (${userName})` : this.connection.name;
    const readOnly = open.some((one) => one.readOnly);
    return { connection: await connections.add({ name, baseUrl, readOnly }, token), isNew: true };
  }

  async #ask<T>(work: (client: RecordService) => Promise<T>): Promise<T> {
    const { connection } = this;
    const token = async (): Promise<string | undefined> =>
      this.#usesToken ? this.#deps.connections.token(connection) : undefined;
    const client = await this.#deps.clients.open(connection, token);
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  }
}
