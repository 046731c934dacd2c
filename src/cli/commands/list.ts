import { parseControllerName } from '../../model/controller.ts';
import type { ListView } from '../../model/list/listView.ts';
import { CliProblem } from '../cliProblem.ts';
import { command } from '../command.ts';
import { exitCodes } from '../exitCodes.ts';
import { connectionOptions, inSession } from '../session.ts';
import { columns } from '../terminal.ts';

export const list = command({
  operands: '[CONTROLLER]',
  about: 'Lists the controllers that have list views, or the list views of one controller.',
  options: connectionOptions,
  examples: [
    'recordbench list --url https://records.example.com',
    'recordbench list crm/leads --connection test --json',
  ],
  run: (given, [controller], context) =>
    inSession(given, context, async ({ connection: { id }, listViews }) => {
      if (controller === undefined) {
        const controllers = await listViews.controllers(id);
        return {
          exit: exitCodes.done,
          document: {
            controllers: controllers.map((one) => ({ name: one.name, listViews: one.listViews.map(listViewEntry) })),
          },
          lines:
            controllers.length > 0
              ? columns(controllers.map((one) => [one.name, countOf(one.listViews.length)]))
              : ['No controllers found.'],
        };
      }
      const views = await listViews.listViews(id, controllerNamed(controller));
      return {
        exit: exitCodes.done,
        document: { controller, listViews: views.map(listViewEntry) },
        lines:
          views.length > 0
            ? columns(views.map((one) => [one.id, `${one.name}${one.isDefault ? ' (default)' : ''}`]))
            : ['No list views found.'],
      };
    }),
});

export function controllerNamed(text: string): NonNullable<ReturnType<typeof parseControllerName>> {
  const name = parseControllerName(text);
  if (name) return name;
  throw new CliProblem(`Could not use “${text.slice(0, 60)}” as a controller: it must be a name such as crm/leads.`);
}

function listViewEntry({ id, name, category, isDefault }: ListView) {
  return { id, name, category: category ?? null, isDefault };
}

function countOf(views: number): string {
  return views === 1 ? '1 list view' : `${views} list views`;
}
