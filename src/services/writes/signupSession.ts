import { t } from '@vscode/l10n';
import type { License, RecordService } from '../../service/recordService.ts';
import { type Connection, isSameAddress } from '../../model/connection/connection.ts';
import { ServiceError, type ServiceMessage } from '../../model/errors.ts';
import type { SignupRequest } from '../../model/signup/signupInput.ts';
import type { SignupInformation, SignupSource } from '../../model/signup/signupFields.ts';
import type { ClientDeps } from '../connections/clients.ts';
import { UnknownConnectionError } from '../connections/connections.ts';
import type { WriteGuard } from '../connections/writeGuard.ts';

/** Result of a successful sign-up. */
export interface SignedUp {
  /** The connection that uses the new account; undefined if the service returned no token. */
  readonly connection: Connection | undefined;
  /** True if that connection was just added. */
  readonly isNew: boolean;
  readonly messages: readonly ServiceMessage[];
}

interface SignupSessionDeps extends ClientDeps {
  readonly guard: WriteGuard;
}

/**
 * A sign-up at one service. The user isn't signed in there yet, so requests carry no token as long as the service
 * allows that.
 */
export class SignupSession {
  readonly #source: SignupSource;
  readonly #deps: SignupSessionDeps;
  #usesToken = false;
  /** The user that an earlier sign-up may have created. */
  #maybeCreated: string | undefined;
  /** Base URL that the form was read from: the input is sent to no other. */
  #madeFor: string | undefined;

  constructor(source: SignupSource, deps: SignupSessionDeps) {
    this.#source = source;
    this.#deps = deps;
  }

  /** The existing connection, or the one that would be added. */
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

  /**
   * Sends the request once. Stores a returned token in the secret storage at once, because it can't be retrieved again.
   */
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

  /** Never replaces an existing token: if the connection has one, adds a second connection. */
  async #signIn(token: string, userName: string): Promise<Pick<SignedUp, 'connection' | 'isNew'>> {
    const { connections } = this.#deps;
    const { baseUrl } = this.connection;
    const open = connections.all().filter((one) => isSameAddress(one.baseUrl, baseUrl));
    const named = 'connection' in this.#source ? this.#source.connection : undefined;
    for (const one of open.toSorted((a, b) => Number(b.id === named) - Number(a.id === named))) {
      // a temporary connection, such as the demo, disappears with its service, and so would a second one
      const isFree = !connections.isPersisted(one.id) || (await connections.token(one)) === undefined;
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
