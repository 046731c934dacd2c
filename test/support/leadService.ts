import type { ServerResponse } from 'node:http';
import { leadHeader, leadListViews, leadPage, postedField } from './leadAnswers.ts';
import { json, type Received, scriptedService, type ScriptedService } from './scriptedService.ts';

/** How the service handles the saves of one lead. */
type SaveBehavior =
  | 'kind'
  /** Rejects with a reason at the field `city`. */
  | 'refuse'
  /** Rejects because this user lacks permission. */
  | 'forbid'
  /** Saves, then disconnects without a response. */
  | 'saveAndBreak'
  /** Disconnects without saving. */
  | 'break';

export interface Lead {
  name: string;
  city: string | null;
  score: string | null;
}

/** A small record service controlled by a test: leads by id, and configurable faults. */
export interface LeadService extends ScriptedService {
  readonly leads: Map<string, Lead>;
  readonly temper: Map<string, SaveBehavior>;
  /** Every request is answered with 401. */
  isLocked: boolean;
  /** Disconnects every client. */
  isGone: boolean;
  /** Called first; returns true if it has handled the request in any way. */
  trouble: ((request: Received, response: ServerResponse) => boolean) | undefined;
  /** Any other token gets a 401; undefined accepts all. */
  token: string | undefined;
  /** Milliseconds before a save is answered. */
  saveDelay: number;
  /** Saves that have arrived are answered once this resolves. */
  release: Promise<void> | undefined;
  /** List requests are answered once this resolves. */
  listed: Promise<void> | undefined;
  /** Responds to an add without the id; lists have a creation date column. */
  namesNoId: boolean;
  /** Messages for saves and deletes. */
  words: readonly string[];
  /** How lists format a city; records hold it unformatted. */
  listsCity: (city: string | null) => string | null;
  /** The posted ids, in order; empty for an added record. */
  posts(): string[];
}

export async function leadService(count = 5): Promise<LeadService> {
  const leads = new Map<string, Lead>();
  for (let id = 1; id <= count; id++) leads.set(String(id), { name: `Lead ${id}`, city: 'Goa', score: String(id) });
  const temper = new Map<string, SaveBehavior>();
  const state: Pick<
    LeadService,
    | 'isLocked'
    | 'isGone'
    | 'trouble'
    | 'token'
    | 'saveDelay'
    | 'release'
    | 'listed'
    | 'namesNoId'
    | 'words'
    | 'listsCity'
  > = {
    isLocked: false,
    isGone: false,
    trouble: undefined,
    token: undefined,
    saveDelay: 0,
    release: undefined,
    listed: undefined,
    namesNoId: false,
    words: [],
    listsCity: (city) => city,
  };
  const service = await scriptedService((request, response) => {
    if (state.isGone) return void response.destroy();
    if (state.trouble?.(request, response)) return;
    const isWrong = state.token !== undefined && request.headers.authorization !== `Bearer ${state.token}`;
    if (state.isLocked || isWrong) return json(response, { errors: [{ message: 'the token has expired' }] }, 401);
    if (request.path === '/core/listviews/index.json') return json(response, leadListViews);
    if (request.path === '/crm/leads/index.json')
      return void Promise.resolve(state.listed).then(() => json(response, index(leads, request, state)));
    if (request.path.startsWith('/crm/leads/delete')) return remove(leads, request, response, state.words);
    if (request.method === 'POST') {
      // decided on arrival: a test may change it as soon as it sees the request
      const mood = temper.get(savedId(leads, request)) ?? 'kind';
      return void setTimeout(() => {
        void Promise.resolve(state.release).then(() => save(leads, mood, request, response, state));
      }, state.saveDelay);
    }
    if (request.path.startsWith('/crm/leads/add'))
      return json(response, form(null, { name: '', city: 'Goa', score: null }));
    const category = request.query.get('current_category');
    if (category !== null)
      return json(response, {
        errors: [],
        data: { leads: inCategory(leads, category) },
        alias: 'leads',
        primary_key: 'id',
      });
    const id = request.query.get('id') ?? '';
    const lead = leads.get(id);
    if (!lead) return json(response, { errors: [{ message: 'there is no such lead' }] }, 404);
    json(response, form(id, lead));
  });
  return Object.assign(state, {
    ...service,
    leads,
    temper,
    posts: () => service.received.flatMap(({ method, body }) => (method === 'POST' ? [entry(body, 'id')] : [])),
  });
}

function index(
  leads: Map<string, Lead>,
  request: Received,
  { namesNoId, listsCity }: Pick<LeadService, 'namesNoId' | 'listsCity'>,
): unknown {
  const names = ['name', 'city', 'score', ...(namesNoId ? ['created'] : [])];
  const computed = { field_type: 'Expression', column_name: 'shout', name: 'shout', label: 'Shout', visible: 1 };
  return leadPage(leads, request, [...names.map(leadHeader), computed], (id, { name, city, score }) => ({
    'leads.id': id,
    'leads.name': name,
    'leads.city': listsCity(city),
    'leads.score': score,
    shout: `${name}!`,
    record_display_name: name,
    is_edit: true,
  }));
}

/** The category of a lead is its city. */
function inCategory(leads: Map<string, Lead>, category: string): object[] {
  return [...leads].filter(([, { city }]) => city === category).map(([id, lead]) => ({ id, ...lead }));
}

function form(id: string | null, lead: Lead): unknown {
  const element = (name: string, permission: number, template = 'text'): object => ({
    name: ['leads', name],
    label: name === 'city' ? 'City' : name,
    template,
    permission,
  });
  const submit = { name: ['action', 'save_progress'], label: 'Save', template: 'submit', is_web_compatible: '1' };
  return {
    errors: [],
    message: [],
    data: { leads: { ...(id !== null && { id }), ...lead } },
    id: id ?? '',
    alias: 'leads',
    name: lead.name,
    singular: 'Lead',
    primary_key: 'id',
    is_editable: 1,
    is_deletable: 1,
    form: {
      permission: 2,
      elements: [element('name', id === null ? 2 : 4), element('city', 2), element('score', 2, 'number'), submit],
    },
  };
}

function save(
  leads: Map<string, Lead>,
  mood: SaveBehavior,
  request: Received,
  response: ServerResponse,
  { namesNoId, words }: Pick<LeadService, 'namesNoId' | 'words'>,
): void {
  const { body } = request;
  const [isNew, id] = [isAdd(request), savedId(leads, request)];
  if (isNew) leads.set(id, { name: entry(body, 'name'), city: null, score: null });
  const lead = leads.get(id);
  if (mood === 'refuse')
    return json(response, { errors: [{ message: 'This city is not served.', name: ['leads', 'city'] }] });
  if (mood === 'forbid') return json(response, { errors: ['Only its owner may change this lead.'] }, 403);
  if (lead && mood !== 'break')
    for (const name of ['city', 'score'] as const) lead[name] = entry(body, name) === 'null' ? null : entry(body, name);
  if (mood !== 'kind') return void response.destroy();
  json(response, { errors: [], message: words, ...(isNew && !namesNoId && { data: { leads: { id } } }) });
}

function isAdd({ path }: Received): boolean {
  return path.startsWith('/crm/leads/add');
}

function savedId(leads: ReadonlyMap<string, Lead>, request: Received): string {
  return isAdd(request) ? String(Math.max(0, ...[...leads.keys()].map(Number)) + 1) : entry(request.body, 'id');
}

function remove(
  leads: Map<string, Lead>,
  { query }: Received,
  response: ServerResponse,
  words: readonly string[],
): void {
  const wasThere = query.get('is_confirm') === '1' && leads.delete(query.get('id') ?? '');
  json(response, { errors: wasThere ? [] : [{ message: 'There is nothing to delete.' }], message: words });
}

function entry(body: string, name: string): string {
  return postedField(body, name) ?? '';
}
