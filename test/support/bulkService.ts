import type { ServerResponse } from 'node:http';
import { leadHeader, leadListViews, leadPage, postedField, writtenIds } from './leadAnswers.ts';
import { json, type Received, scriptedService, type ScriptedService } from './scriptedService.ts';

export interface BulkLead {
  name: string;
  city: string | null;
  score: string | null;
  stage: string | null;
  isDeleted: boolean;
  /** How many times it was changed, by any route: the service's own count. */
  writes: number;
}

/** Fault of a single write. */
export type Fault =
  | 'refuse'
  /** Written, then disconnected before the response. */
  | 'writeAndBreak'
  /** Disconnected, not written. */
  | 'break'
  /** Written, and never answered. */
  | 'writeAndStall'
  /** The write is performed, but gets its response only when `release` is called. */
  | 'writeAndHold';

/** Leads that can be edited and deleted, individually and in bulk, with a write count for each. */
export interface BulkService extends ScriptedService {
  readonly leads: Map<string, BulkLead>;
  /** The ids of the records that were written, in order. */
  readonly written: string[];
  /** Called for every write of a record. */
  fault: (id: string, turn: number) => Fault | undefined;
  isLocked: boolean;
  /** Ids of records with `is_editable` and `is_deletable` 0. */
  readonly closed: Set<string>;
  /** Max length allowed by the form's rules. */
  longestCity: number;
  /** The text it interprets as an empty field. */
  emptyText: string;
  /** Sends values that are all digits as JSON numbers, however long. */
  sendsNumbers: boolean;
  /** Ids of records without a plain Save button. */
  readonly unsavable: Set<string>;
  /** Ids of records whose reads fail. */
  readonly unreadable: Set<string>;
  /** Called before a read of a record is answered. */
  onRead: (id: string) => void;
  /** Called before the form for a new record is answered. */
  onNewForm: () => void;
  /** Called when a write has arrived, before it is processed. */
  onWrite: () => void;
  /** Called when a write arrives that never gets a response. */
  onSilence: () => void;
  /** A save that has arrived is processed once this resolves. */
  beforeSave: (() => Promise<void>) | undefined;
  posts(): number;
  release(): void;
}

export async function bulkService(count: number): Promise<BulkService> {
  const leads = new Map<string, BulkLead>();
  for (let id = 1; id <= count; id++)
    leads.set(String(id), {
      name: `Lead ${id}`,
      city: 'Goa',
      score: `${id}.50`,
      stage: 'new',
      isDeleted: false,
      writes: 0,
    });
  let posts = 0;
  const state: Omit<BulkService, keyof ScriptedService> = {
    leads,
    written: [],
    fault: () => undefined,
    isLocked: false,
    closed: new Set(),
    longestCity: 12,
    emptyText: 'null',
    sendsNumbers: false,
    unsavable: new Set(),
    unreadable: new Set(),
    onRead: () => undefined,
    onNewForm: () => undefined,
    onWrite: () => undefined,
    onSilence: () => undefined,
    beforeSave: undefined,
    posts: () => posts,
    release: () => held.splice(0).forEach((answer) => answer()),
  };
  const held: (() => void)[] = [];
  const service = await scriptedService((request, response) => {
    service.received.length = 0; // a long run would fill the memory
    if (state.isLocked) return json(response, { errors: [{ message: 'the token has expired' }] }, 401);
    const { path, method, query, body } = request;
    if (path === '/core/listviews/index.json') return json(response, leadListViews);
    if (path.endsWith('/index.json')) return values(state, response, index(leads, request));
    if (path.includes('_selected')) {
      posts += 1;
      state.onWrite();
      return selected(state, request, response);
    }
    if (path.includes('/delete')) {
      posts += 1;
      state.onWrite();
      return written(state, query.get('id') ?? '', response, held, (lead) => (lead.isDeleted = true));
    }
    if (path.includes('/add')) {
      if (method === 'GET') {
        state.onNewForm();
        return json(response, form('', blank, state));
      }
      posts += 1;
      state.onWrite();
      return later(state, () => added(state, body, response));
    }
    if (method === 'POST') {
      posts += 1;
      state.onWrite();
      const id = postedField(body, 'id') ?? '';
      return later(state, () => written(state, id, response, held, (lead) => change(lead, body, state.emptyText)));
    }
    const id = query.get('id') ?? '';
    const lead = leads.get(id);
    if (!lead) return json(response, { errors: [{ message: 'there is no such lead' }] }, 404);
    if (state.unreadable.has(id)) return json(response, { errors: [{ message: 'not now' }] }, 500);
    state.onRead(id);
    values(state, response, form(id, lead, state));
  });
  return Object.assign(state, service);
}

/** `JSON.stringify` can't write numbers beyond double precision. */
function values({ sendsNumbers }: Pick<BulkService, 'sendsNumbers'>, response: ServerResponse, answer: unknown): void {
  if (!sendsNumbers) return json(response, answer);
  const text = JSON.stringify(answer).replaceAll(/("(?:leads\.)?(?:city|score)":)"(\d+)"/g, '$1$2');
  response.writeHead(200, { 'content-type': 'application/json' }).end(text);
}

function later({ beforeSave }: Pick<BulkService, 'beforeSave'>, save: () => void): void {
  if (beforeSave) void beforeSave().then(save);
  else save();
}

function written(
  state: Pick<BulkService, 'leads' | 'written' | 'fault' | 'closed' | 'onSilence'>,
  id: string,
  response: ServerResponse,
  held: (() => void)[],
  write: (lead: BulkLead) => void,
): void {
  const lead = state.leads.get(id);
  if (!lead) return json(response, { errors: [{ message: 'there is no such lead' }] }, 404);
  const fault = state.fault(id, lead.writes);
  if (fault === 'refuse' || state.closed.has(id) || lead.isDeleted)
    return json(response, { errors: [{ message: 'This lead is not to be changed.' }] });
  if (fault === 'break') return void response.destroy();
  write(lead);
  lead.writes += 1;
  state.written.push(id);
  if (fault === 'writeAndBreak') return void response.destroy();
  const answer = (): void => json(response, { errors: [], message: [`${lead.name} was written.`] });
  if (fault === 'writeAndHold') held.push(answer);
  else if (fault === 'writeAndStall') state.onSilence();
  else answer();
}

const blank: BulkLead = { name: '', city: null, score: null, stage: null, isDeleted: false, writes: 0 };

/** Assigns the next id; calls `fault` with it. */
function added(
  state: Pick<BulkService, 'leads' | 'written' | 'fault' | 'emptyText' | 'onSilence'>,
  body: string,
  response: ServerResponse,
): void {
  const id = String(state.leads.size + 1);
  const fault = state.fault(id, 0);
  if (fault === 'refuse') return json(response, { errors: [{ message: 'This lead is not to be added.' }] });
  if (fault === 'break') return void response.destroy();
  const lead = { ...blank, name: `Lead ${id}`, writes: 1 };
  change(lead, body, state.emptyText);
  state.leads.set(id, lead);
  state.written.push(id);
  if (fault === 'writeAndBreak') return void response.destroy();
  if (fault === 'writeAndStall') state.onSilence();
  else json(response, { errors: [], message: [`${lead.name} was added.`], id });
}

/** Behaves like the embedded service; others may differ. */
function selected(
  state: Pick<BulkService, 'leads' | 'written' | 'fault' | 'closed' | 'emptyText'>,
  request: Received,
  response: ServerResponse,
): void {
  const { path, body } = request;
  const errors: object[] = [];
  let breaks = false;
  for (const id of writtenIds(request)) {
    const lead = state.leads.get(id);
    const fault = state.fault(id, lead?.writes ?? 0);
    if (fault === 'break') return void response.destroy();
    if (!lead || fault === 'refuse' || state.closed.has(id)) errors.push({ id, message: 'Not this one.' });
    else {
      if (path.includes('delete')) lead.isDeleted = true;
      else change(lead, body, state.emptyText);
      lead.writes += 1;
      state.written.push(id);
      breaks ||= fault === 'writeAndBreak';
    }
  }
  if (breaks) response.destroy();
  else json(response, { errors, message: ['All were told.'] });
}

function index(leads: Map<string, BulkLead>, request: Received): unknown {
  const there = [...leads].filter(([, { isDeleted }]) => !isDeleted);
  return leadPage(there, request, ['name', 'city', 'score'].map(leadHeader), (id, { name, city, score }) => ({
    'leads.id': id,
    'leads.name': name,
    'leads.city': city,
    'leads.score': score,
    record_display_name: name,
    is_edit: true,
    is_delete: true,
  }));
}

function form(
  id: string,
  lead: BulkLead,
  { closed, unsavable, longestCity }: Pick<BulkService, 'closed' | 'unsavable' | 'longestCity'>,
): unknown {
  const element = (name: string, label: string, template: string, permission: number, more: object = {}): object => ({
    name: ['leads', name],
    label,
    template,
    permission,
    ...more,
  });
  const button = unsavable.has(id) ? 'approve' : 'save_progress';
  const submit = { name: ['action', button], label: 'Save', template: 'submit', is_web_compatible: '1' };
  const stages = [
    { value: 'new', text: 'New lead' },
    { value: 'won', text: 'Won lead' },
  ];
  const isOpen = closed.has(id) ? 0 : 1;
  const { name, city, score, stage } = lead;
  return {
    errors: [],
    message: [],
    data: { leads: { id, name, city, score, stage } },
    id,
    alias: 'leads',
    name,
    singular: 'Lead',
    primary_key: 'id',
    is_editable: isOpen,
    is_deletable: isOpen,
    is_record_deleted: lead.isDeleted,
    filterRules: { city: [{ rule: ['maxLength', longestCity], message: 'City is too long.' }] },
    form: {
      permission: 2,
      elements: [
        element('name', 'Name', 'text', 4),
        element('city', 'City', 'text', 2),
        element('score', 'Score', 'number', 2),
        element('stage', 'Stage', 'select', 2, { options: stages }),
        submit,
      ],
    },
  };
}

function change(lead: BulkLead, body: string, emptyText: string): void {
  for (const name of ['city', 'score', 'stage'] as const) {
    const text = postedField(body, name);
    if (text !== undefined) lead[name] = text === emptyText ? null : text;
  }
}
