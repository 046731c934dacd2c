import type { CommandTable } from './command.ts';

/** Each command has a file in `commands` and an entry here. */
export const commandTable: CommandTable = {
  plan: { about: 'Show what a plan would change', load: async () => (await import('./commands/plan.ts')).plan },
  apply: {
    about: 'Apply a plan, or resume an interrupted run',
    load: async () => (await import('./commands/apply.ts')).apply,
  },
  undo: { about: 'Undo a run', load: async () => (await import('./commands/undo.ts')).undo },
  list: {
    about: 'List the controllers, or the list views of a controller',
    load: async () => (await import('./commands/list.ts')).list,
  },
  show: { about: 'Show a record', load: async () => (await import('./commands/show.ts')).show },
  search: {
    about: 'Search the records of all controllers',
    load: async () => (await import('./commands/search.ts')).search,
  },
  export: {
    about: 'Export the records of a list view',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  import: {
    about: 'Import records from a file, directly or as a plan',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  compare: {
    about: 'Compare a list view with another one or with a file',
    load: async () => (await import('./commands/compare.ts')).compare,
  },
  demo: {
    about: 'Run the demo service until it is interrupted',
    load: async () => (await import('./commands/demo.ts')).demo,
  },
  completion: {
    about: 'Print a script that completes commands in a shell',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
};
