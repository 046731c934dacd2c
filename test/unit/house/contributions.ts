/** The parts of package.json that contain ids. */
export interface PackageJson {
  readonly activationEvents?: readonly string[];
  readonly contributes?: Contributes;
}

interface Contributes {
  readonly commands?: readonly { readonly command: string }[];
  readonly viewsContainers?: Readonly<Record<string, readonly { readonly id: string }[]>>;
  readonly views?: Readonly<Record<string, readonly { readonly id: string }[]>>;
  readonly configuration?: Configuration | readonly Configuration[];
  readonly languageModelTools?: readonly { readonly name: string }[];
  readonly languages?: readonly { readonly id: string }[];
  readonly customEditors?: readonly CustomEditor[];
  readonly walkthroughs?: readonly { readonly steps: readonly { readonly completionEvents?: readonly string[] }[] }[];
}

interface Configuration {
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface CustomEditor {
  readonly viewType: string;
  readonly selector: readonly { readonly filenamePattern?: string }[];
}

/** The ids in package.json, grouped as in src/manifest.ts. */
export function contributedIds(packageJson: PackageJson): Readonly<Record<string, readonly string[]>> {
  const { contributes = {}, activationEvents = [] } = packageJson;
  const editors = contributes.customEditors ?? [];
  const clauses = whenClauses(contributes);
  const patterns = editors.flatMap(({ selector }) => selector.map(({ filenamePattern = '' }) => filenamePattern));
  return {
    commands: (contributes.commands ?? []).map(({ command }) => command),
    viewContainers: Object.values(contributes.viewsContainers ?? {})
      .flat()
      .map(({ id }) => id),
    views: Object.values(contributes.views ?? {})
      .flat()
      .map(({ id }) => id),
    settings: [contributes.configuration ?? []].flat().flatMap(({ properties }) => Object.keys(properties ?? {})),
    contextKeys: clauses.flatMap(keysIn).filter((key) => key.startsWith('recordbench.')),
    tools: (contributes.languageModelTools ?? []).map(({ name }) => name),
    schemes: [
      ...activationEvents.flatMap((event) => /^onFileSystem:(.+)$/.exec(event)?.[1] ?? []),
      ...patterns.flatMap((pattern) => /^([a-z][a-z+.-]+):/.exec(pattern)?.[1] ?? []),
      ...clauses.flatMap((clause) => valuesOf(clause, 'resourceScheme')),
    ],
    languages: (contributes.languages ?? []).map(({ id }) => id),
    customEditors: editors.map(({ viewType }) => viewType),
  };
}

/** Ids that package.json uses without declaring them: a menu entry, keybinding or when clause without effect. */
export function danglingIds(packageJson: PackageJson): string[] {
  const declared = contributedIds(packageJson);
  const clauses = whenClauses(packageJson.contributes);
  const used = {
    commands: [
      ...valuesUnder(packageJson.contributes, 'command'),
      ...completedBy(packageJson.contributes, 'onCommand'),
    ].filter((command) => command.startsWith('recordbench.')),
    views: [
      ...clauses.flatMap((clause) => [...valuesOf(clause, 'view'), ...valuesOf(clause, 'focusedView')]),
      ...valuesUnder(packageJson.contributes, 'view'),
    ].filter((view) => view.startsWith('recordbench.')),
    settings: clauses
      .flatMap(keysIn)
      .filter((key) => key.startsWith('config.recordbench.'))
      .map((key) => key.replace('config.', '')),
    customEditors: clauses
      .flatMap((clause) => valuesOf(clause, 'activeCustomEditorId'))
      .filter((editor) => editor.startsWith('recordbench.')),
  };
  return Object.entries(used).flatMap(([group, ids]) => missing(ids, declared[group] ?? []));
}

/** The items of `ids` that aren't in `known`, without duplicates. */
export function missing(ids: readonly string[], known: readonly string[]): string[] {
  return [...new Set(ids)].filter((id) => !known.includes(id)).toSorted();
}

/** Every string in `data` under the key `name`, at any depth. */
function valuesUnder(data: unknown, name: string): string[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    key === name && typeof value === 'string' ? [value] : valuesUnder(value, name),
  );
}

function whenClauses(contributes: Contributes | undefined): string[] {
  return [
    ...valuesUnder(contributes, 'when'),
    ...valuesUnder(contributes, 'enablement'),
    ...completedBy(contributes, 'onContext'),
  ];
}

/** Completion events of walkthrough steps. */
function completedBy({ walkthroughs = [] }: Contributes = {}, event: 'onCommand' | 'onContext'): string[] {
  const events = walkthroughs.flatMap(({ steps }) => steps.flatMap(({ completionEvents = [] }) => completionEvents));
  return events.flatMap((one) => (one.startsWith(`${event}:`) ? one.slice(event.length + 1) : []));
}

/** The context keys in a when clause: the left side of a comparison, a bare key, or a key that holds a list. */
function keysIn(clause: string): string[] {
  return comparisons(clause).flatMap((part) => {
    const [before = '', list] = part.split(/\s+(?:not\s+)?in\s+/);
    return list ? [before, list] : (before.split(/\s*(?:[=!]==?|=~|[<>]=?)/)[0] ?? []);
  });
}

function valuesOf(clause: string, key: string): string[] {
  return comparisons(clause).flatMap((part) => {
    const [name, value] = part.split(/\s*[=!]==?\s*/);
    return name === key && value ? [value.replaceAll(/^['"]|['"]$/g, '')] : [];
  });
}

function comparisons(clause: string): string[] {
  // a pattern may contain && and (
  const plain = clause.replaceAll(/=~\s*\/(?:\\.|[^/\\])*\/[a-z]*/g, '=~ pattern');
  return plain.split(/&&|\|\||[()]/).flatMap((part) => part.trim().replace(/^!\s*/, '') || []);
}
