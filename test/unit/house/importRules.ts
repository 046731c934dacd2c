/** One import statement of a file under src. */
export interface Import {
  /** The importing file, relative to src: `tree/listViewNode.ts`. */
  readonly from: string;
  /** The imported file, relative to src, or a package name. */
  readonly to: string;
  readonly isOurs: boolean;
  /** False for `import type`, which the build removes. */
  readonly isRuntime: boolean;
}

const shownParts = ['documents', 'tree', 'a host'];
const actors = ['commands', 'tools'];

/** Allowed imports of each folder, besides its own files. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  model: [],
  manifest: [],
  node: [],
  service: ['model'],
  'service/documented': ['model', 'service'],
  services: ['model', 'node', 'service'],
  platform: ['manifest', 'model', 'services'],
  documents: ['manifest', 'model', 'services', 'platform'],
  tree: ['manifest', 'model', 'services', 'platform'],
  messages: ['model'],
  'a host': ['manifest', 'model', 'services', 'platform', 'messages'],
  'a page': ['model', 'messages'],
  commands: ['manifest', 'model', 'messages', 'services', 'platform', ...shownParts, ...actors],
  tools: ['manifest', 'model', 'messages', 'services', 'platform', ...shownParts, ...actors],
  demo: ['model', 'node'],
  assembly: ['manifest', 'model', 'messages', 'service', 'service/documented', 'services', 'platform', ...shownParts],
  // of the assembly, only what runs without VS Code: a test follows its imports
  cli: ['assembly', 'demo', 'model', 'node', 'service', 'services'],
  extension: [
    'manifest',
    'assembly',
    'model',
    'messages',
    'services',
    'platform',
    'demo',
    'a page',
    ...shownParts,
    ...actors,
  ],
};

/** Files that only these files and folders may import. */
const onlyFor: Readonly<Record<string, readonly string[]>> = {
  // everything else reads and writes a reference as one value
  'model/form/companionKeys.ts': [
    'service/documented/',
    'model/form/value.ts',
    'model/draft/changeUnits.ts',
    // they describe and parse the text of a record, which has the keys
    'model/draft/referencesInText.ts',
    'model/schema/',
  ],
};

/** Folders that may call the VS Code API. Its types are allowed everywhere. */
const mayRunVsCode = new Set(['platform', ...shownParts, ...actors, 'assembly', 'extension']);

/** Violations of the two tables, one sentence each. */
export function brokenImports(imports: readonly Import[]): string[] {
  return imports.flatMap((one) => (one.isOurs ? brokenFolder(one) : brokenVsCode(one)));
}

function brokenFolder({ from, to }: Import): string[] {
  const [importing, imported] = [partOf(from), partOf(to)];
  const allowed = mayImport[importing];
  if (!allowed) return [`${from} is in no known part of src`];
  if (to.startsWith('..')) return [`${from} imports ${to}, which is outside src`];
  const importers = onlyFor[to];
  if (importers?.every((one) => !from.startsWith(one)))
    return [`${from} imports ${to}, which is only for ${importers.join(', ')}`];
  if (importing === imported && importing !== 'extension') return [];
  return allowed.includes(imported) ? [] : [`${from} imports ${to}: ${importing} may not import ${imported}`];
}

function brokenVsCode({ from, to, isRuntime }: Import): string[] {
  const isFine = to !== 'vscode' || !isRuntime || mayRunVsCode.has(partOf(from));
  return isFine ? [] : [`${from} imports vscode: ${partOf(from)} may only import its types`];
}

/** `tree` for `tree/listViewNode.ts`, `manifest` for `manifest.ts`. */
function partOf(file: string): string {
  if (file.startsWith('service/documented/')) return 'service/documented';
  const [first = '', , side] = file.split('/');
  if (first === 'features') return featurePart(side);
  return first.replace(/\.ts$/, '');
}

/** A feature has its messages in its own folder, next to one folder for each side that sends and receives them. */
function featurePart(side: string | undefined): string {
  if (side === 'page') return 'a page';
  return side?.endsWith('.ts') ? 'messages' : 'a host';
}

/** The files that files of a folder load, directly or not, and that call the VS Code API. */
export function reachingVsCode(imports: readonly Import[], folder: string): string[] {
  const runtime = imports.filter(({ isRuntime }) => isRuntime);
  const next = Map.groupBy(runtime, ({ from }) => from);
  const reached = new Set(runtime.filter(({ from }) => from.startsWith(`${folder}/`)).map(({ from }) => from));
  for (const file of reached) for (const { to, isOurs } of next.get(file) ?? []) if (isOurs) reached.add(to);
  return runtime.filter(({ from, to }) => to === 'vscode' && reached.has(from)).map(({ from }) => from);
}

/** Every import cycle once, as the list of its files. Type imports count: a cycle of types is a tangle too. */
export function importCircles(imports: readonly Import[]): string[] {
  const next = Map.groupBy(
    imports.filter((one) => one.isOurs),
    (one) => one.from,
  );
  const finished = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    if (finished.has(file)) return;
    for (const { to } of next.get(file) ?? []) visit(to, [...path, file]);
    finished.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return circles;
}
