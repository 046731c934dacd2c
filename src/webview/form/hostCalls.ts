import type { Channel, Data, Params } from '../../protocol/channel.ts';
import type { formHost, FormState, formView, Found } from '../../protocol/form.ts';
import type { ColumnLayout, TableRows } from '../../protocol/table.ts';
import type { Change } from './values/recordValues.ts';

export type FormChannel = Channel<typeof formView, typeof formHost>;

/** What the form asks of its host and tells it, one function each. */
export interface HostCalls {
  readonly edit: (changes: readonly Change[]) => Promise<FormState>;
  readonly attach: (file: Params<typeof formHost, 'attach'>) => Promise<FormState>;
  readonly lookUp: (key: string, text: string, signal: AbortSignal) => Promise<Found>;
  readonly explain: (key: string) => Promise<string>;
  readonly related: (wanted: Params<typeof formHost, 'related'>, signal: AbortSignal) => Promise<TableRows>;
  readonly choose: (key: string, choice: 'mine' | 'theirs' | 'original') => Promise<FormState>;
  readonly submit: (index: number) => Promise<FormState>;
  readonly openReference: (key: string, toSide: boolean) => void;
  readonly openRecord: (controller: string, id: string, toSide: boolean) => void;
  readonly copy: (text: string) => void;
  readonly relatedLayout: (name: string, layout: ColumnLayout) => void;
  readonly command: (name: Data<typeof formHost, 'command'>['name']) => void;
}

export function hostCalls(channel: FormChannel): HostCalls {
  return {
    edit: (changes) =>
      channel.ask('edit', {
        changes: changes.map(({ at, value }) => ({ at: [...at], ...(value === undefined ? {} : { value }) })),
      }),
    attach: (file) => channel.ask('attach', file),
    lookUp: (key, text, signal) => channel.ask('lookUp', { key, text: text.slice(0, 1_000) }, signal),
    explain: (key) => channel.ask('explain', { key }),
    related: (wanted, signal) => channel.ask('related', wanted, signal),
    choose: (key, choice) => channel.ask('choose', { key, choice }),
    submit: (index) => channel.ask('submit', { index }),
    openReference: (key, toSide) => channel.tell('openReference', { key, toSide }),
    openRecord: (controller, id, toSide) => channel.tell('openRecord', { controller, id, toSide }),
    copy: (text) => channel.tell('copy', { text }),
    relatedLayout: (name, layout) => channel.tell('relatedLayout', { name, layout }),
    command: (name) => channel.tell('command', { name }),
  };
}
