import { startService, type DemoUser, type RunningService, type ServiceOptions } from '../../../src/demo/service.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers as a client would, field by field
export type Answer = any;

export interface Reply {
  readonly status: number;
  readonly body: Answer;
}

/** A client that sends the same requests as real users. */
export class DemoClient {
  readonly service: RunningService;

  constructor(service: RunningService) {
    this.service = service;
  }

  static async start(options: ServiceOptions = {}): Promise<DemoClient> {
    return new DemoClient(await startService({ records: 300, ...options }));
  }

  async get(path: string, user: DemoUser = 'admin', query: Record<string, string> = {}): Promise<Reply> {
    return this.send(`${path}?${new URLSearchParams(query).toString()}`, { headers: this.headers(user) });
  }

  async post(
    path: string,
    entries: readonly (readonly [string, string | File])[],
    user: DemoUser = 'admin',
  ): Promise<Reply> {
    const body = new FormData();
    for (const [key, value] of entries) body.append(key, value);
    return this.send(path, { method: 'POST', body, headers: this.headers(user) });
  }

  /** A save with its required action. */
  async save(fields: Record<string, string>, user: DemoUser = 'admin', action = 'save_progress'): Promise<Reply> {
    const entries = Object.entries(fields).map(
      ([field, value]) => [`data[leads]${field.startsWith('[') ? field : `[${field}]`}`, value] as const,
    );
    const path = 'id' in fields ? '/crm/leads/edit.json' : '/crm/leads/add.json';
    return this.post(path, [...entries, ['data[normalized]', '1'], [`data[action][${action}]`, 'Save']], user);
  }

  async send(path: string, init: RequestInit): Promise<Reply> {
    const response = await fetch(`${this.service.url}${path}`, init);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  headers(user: DemoUser): Record<string, string> {
    return { authorization: `Bearer ${this.service.tokens[user]}` };
  }

  /** The first lead in the list view that matches the conditions. */
  async leadWhere(where: Record<string, string>, user: DemoUser = 'admin'): Promise<Answer> {
    const list = await this.listViewId('All Leads');
    const { body } = await this.get('/crm/leads/index.json', user, {
      q: JSON.stringify({ where }),
      limit: '1',
      current_listview: list,
    });
    return body.paginate.data[0];
  }

  async listViewId(name: string, controller = 'crm/leads'): Promise<string> {
    const q = JSON.stringify({
      method: 'find',
      fields: ['*'],
      where: { 'listviews.controller': controller, 'listviews.name': name },
    });
    const { body } = await this.get('/core/listviews/index.json', 'admin', { q });
    return body.paginate.data[0].id;
  }
}
