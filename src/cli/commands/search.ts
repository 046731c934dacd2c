import { formatNumber } from '../../model/formatNumber.ts';
import type { SearchHit, SearchRest } from '../../services/lists/recordSearch.ts';
import { RecordSearch } from '../../services/lists/recordSearch.ts';
import { CliProblem } from '../cliProblem.ts';
import { command } from '../command.ts';
import { exitCodes } from '../exitCodes.ts';
import { connectionOptions, inSession } from '../session.ts';
import { columns } from '../terminal.ts';

export const search = command({
  operands: 'TEXT',
  about: `Searches the records of all controllers for a text or an id.
Shows up to 10 records of each controller, and which controllers have more.`,
  options: connectionOptions,
  examples: ['recordbench search "Nordlicht Foods" --url https://records.example.com --json'],
  run: (given, [text = ''], context) =>
    inSession(given, context, async ({ connection, connections, clients, listViews }) => {
      const hits: SearchHit[] = [];
      const rests: SearchRest[] = [];
      const records = new RecordSearch({ connections, clients, listViews, added: { get: () => [] } });
      const { unsearched, said } = await records.find(text, {
        connection: connection.id,
        signal: context.signal,
        onFound: (found, rest) => {
          hits.push(...found);
          if (rest) rests.push(rest);
        },
      });
      for (const sentence of said) context.terminal.note(sentence);
      // a search that is stopped resolves, because a search box only replaces it
      if (context.signal.aborted)
        throw new CliProblem('Interrupted before everything was searched.', { exit: exitCodes.interrupted });
      const [failed] = unsearched;
      if (failed && hits.length === 0) throw failed.error;
      if (text.trim() === '') throw new CliProblem('Could not search: the text is empty.');
      const left = unsearched.map(({ controller, error }) => ({
        controller: controller ?? null,
        why: error instanceof Error ? error.message : String(error),
      }));
      for (const { why } of left) context.terminal.note(why);
      return {
        exit: left.length > 0 ? exitCodes.partly : exitCodes.done,
        document: {
          records: hits.map(({ address, name, isDeleted }) => ({
            controller: address.controller,
            id: address.id,
            name,
            isDeleted,
          })),
          more: rests.map(({ list, search: words, total }) => ({
            controller: list.controller,
            search: words,
            total: total ?? null,
          })),
          notSearched: left,
        },
        lines: [
          ...columns(
            hits.map(({ address, name, isDeleted }) => [
              `${address.controller} ${address.id}`,
              `${name}${isDeleted ? ' (deleted)' : ''}`,
            ]),
          ),
          ...rests.map(
            ({ list, total }) =>
              `  ${list.controller}: ${total === undefined ? 'more records match' : `${formatNumber(total)} records match`}`,
          ),
          ...(hits.length === 0 ? ['No records found.'] : []),
        ],
      };
    }),
});
