import type { OpenAddress } from '../../model/address/address.ts';
import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import { changedUnits } from '../../model/draft/changeUnits.ts';
import { lastChangedBy } from '../../model/form/headingFacts.ts';
import type { JsonObject } from '../../model/json.ts';
import { readRecordText, textValues } from '../../model/draft/recordText.ts';
import { typedSince } from '../../model/draft/typedSince.ts';
import { type Draft, type ReadRecord, createDraft } from './draft.ts';
import { savedWords, saveNotices } from './saveMessages.ts';
import type { Clients } from '../connections/clients.ts';
import { isAway, type LastReadCache } from '../lists/lastReadCache.ts';

type Ask = () => Promise<ReadRecord>;

/** After a save: what the service stored, and what was typed since. Undefined when the text has to stay as it is. */
export async function settleDraft(
  draft: Draft,
  ask: Ask,
  savedText: string,
  currentText: string,
): Promise<{ readonly read: ReadRecord; readonly values: JsonObject } | undefined> {
  const finished = draft.takeFinished();
  const saved = readRecordText(savedText).values;
  const current = readRecordText(currentText).values;
  // the base of a text that is broken by now is what was sent
  if (!saved || !current) return undefined;
  const read = await unlessRefused(ask);
  if (read instanceof ServiceError) {
    draft.setNotes([
      ...(finished ? savedWords(draft.form, finished.messages) : []),
      { tone: 'warning', text: t('It could not be read again after the save: {0}.', read.why) },
    ]);
    if (read.code === 'notFound') draft.tell('deleted', t('{0} is not there any more.', draft.nameFirst));
    return undefined;
  }
  const { form, madeFor } = read;
  // what was typed since goes to no other service, either
  if (madeFor !== draft.madeFor) return undefined;
  draft.readAgain(form);
  draft.setNotes(finished ? saveNotices(form, finished) : []);
  return { read, values: typedSince(form, saved, current) };
}

/** Whether the service still has what the text was made from. */
export async function checkForChanges(draft: Draft, ask: Ask): Promise<void> {
  const { base } = draft;
  if (draft.isSaving || !base) return;
  const read = await unlessRefused(ask);
  // when it cannot be known now, the next save will tell
  if (read instanceof ServiceError && read.code !== 'notFound') return;
  // what was saved meanwhile may not be in this answer yet
  if (draft.isSaving || draft.base !== base) return;
  const { nameFirst } = draft;
  const form = read instanceof ServiceError ? undefined : read.form;
  if (!form || form.isDeleted) {
    // whoever deleted it here was told so in better words
    if (draft.news !== 'deleted') draft.tell('deleted', t('{0} was deleted meanwhile.', nameFirst));
  } else if (changedUnits(form, base, textValues(form)).length === 0) draft.tell('none');
  else {
    const by = lastChangedBy(form);
    draft.tell(
      'changed',
      by === undefined
        ? t('{0} was changed meanwhile.', nameFirst)
        : t('{0} was changed meanwhile {1}.', nameFirst, by),
    );
  }
}

async function unlessRefused(ask: Ask): Promise<ReadRecord | ServiceError> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

type ClientSource = Pick<Clients, 'get'>;

export async function askForm(clients: ClientSource, address: OpenAddress): Promise<ReadRecord> {
  const client = await clients.get(address.connection);
  const form = await (address.kind === 'record'
    ? client.open(address.controller, address.id)
    : client.form(address.controller, 'add'));
  return { form, madeFor: client.connection.baseUrl };
}

/** From memory when the service is away; then it is told since when. */
export async function askOrRemember(
  ask: () => Promise<ReadRecord>,
  lastRead: LastReadCache,
  address: OpenAddress,
): Promise<ReadRecord & { readonly seenAt?: number }> {
  try {
    return await ask();
  } catch (error) {
    const known = isAway(error, address.connection) && address.kind === 'record' ? lastRead.form(address) : undefined;
    if (!known) throw error;
    return known;
  }
}

/** A record that came back with unsaved changes may be gone by now: then the form of a new one shows them. */
export async function restoredDraft(clients: ClientSource, address: OpenAddress): Promise<Draft> {
  const read = await unlessRefused(() => askForm(clients, address));
  if (!(read instanceof ServiceError)) {
    const draft = createDraft(address, read);
    if (read.form.isDeleted) draft.tell('deleted', t('{0} is deleted.', draft.nameFirst));
    return draft;
  }
  const { connection, controller } = address;
  const add = (): Promise<ReadRecord> => askForm(clients, { kind: 'newRecord', connection, controller, number: 1 });
  const blank = read.code === 'notFound' ? await unlessRefused(add) : read;
  if (blank instanceof ServiceError) throw read;
  const draft = createDraft(address, blank);
  draft.tell('deleted', t('{0} was deleted meanwhile.', draft.nameFirst));
  return draft;
}
