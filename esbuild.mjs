// node esbuild.mjs            builds dist/ as it is shipped
// node esbuild.mjs --watch    builds with source maps, again after every change
// node esbuild.mjs --package  builds, then writes dist/recordbench.vsix and the npm package with the command line
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import subsetFont from 'subset-font';
import { billOfMaterials } from './billOfMaterials.ts';
import { writeTranslations } from './l10n/writeTranslations.ts';
import { fillNpmFolder, npmFolder, writeNpmPackage } from './npmPackage.ts';
import { shippedSizes, sizeLimits, tooBig, vsix } from './shippedSize.ts';
import { bundledPackages, thirdPartyNotices } from './thirdPartyNotices.ts';
import { sourceDate, writeVsix } from './vsix.ts';

const watch = process.argv.includes('--watch');

/**
 * Reduces undici to its pools and the proxy, because the whole package takes three times as long to load.
 * Also keeps it from replacing the process-wide dispatcher, which other extensions share. Of the two builds of its
 * parser, ships the one that runs on every processor. Leaves out `FormData`: request bodies are streams of bytes.
 */
const onlyOurUndici = {
  name: 'only-our-undici',
  setup(build) {
    build.onLoad({ filter: /node_modules[\\/]undici[\\/]index\.js$/ }, () => ({
      loader: 'js',
      contents: `
        const Dispatcher = require('./lib/dispatcher/dispatcher');
        Dispatcher.prototype.connect = require('./lib/api/api-connect');
        exports.Agent = require('./lib/dispatcher/agent');
        exports.ProxyAgent = require('./lib/dispatcher/proxy-agent');`,
    }));
    build.onLoad({ filter: /node_modules[\\/]undici[\\/]lib[\\/]global\.js$/ }, () => ({
      loader: 'js',
      contents: `
        const Agent = require('./dispatcher/agent');
        let own;
        exports.getGlobalDispatcher = () => (own ??= new Agent());
        exports.setGlobalDispatcher = (agent) => { own = agent; };
        exports.installedExports = [];`,
    }));
    build.onLoad({ filter: /node_modules[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm\.js$/ }, () => ({
      loader: 'js',
      contents: `module.exports = require('./llhttp-wasm.js');`,
    }));
    build.onLoad({ filter: /node_modules[\\/]undici[\\/]lib[\\/]web[\\/]fetch[\\/](body|formdata)\.js$/ }, () => ({
      loader: 'js',
      contents: `exports.extractBody = () => { throw new TypeError('FormData is not bundled'); };`,
    }));
    build.onLoad({ filter: /node_modules[\\/]undici[\\/]lib[\\/]web[\\/]webidl[\\/]index\.js$/ }, () => ({
      loader: 'js',
      contents: `exports.webidl = { is: { FormData: () => false } };`,
    }));
  },
};

const onlyDrawnCountries = {
  name: 'only-drawn-countries',
  setup(build) {
    build.onLoad({ filter: /world-atlas[\\/]countries-110m\.json$/ }, ({ path: file }) => ({
      loader: 'json',
      contents: JSON.stringify(drawnCountries(JSON.parse(readFileSync(file, 'utf8')))),
    }));
  },
};

/**
 * Reduces the atlas: keeps only countries, drops names of those that have a number, and uses a grid ten times as
 * coarse. That moves points by at most 0.02 degrees, less than a dot at the highest zoom.
 */
export function drawnCountries({ type, objects, arcs, transform }) {
  const coarser = 10;
  const geometries = objects.countries.geometries.map(({ properties, ...country }) =>
    country.id === undefined ? { ...country, properties } : country,
  );
  const coarse = arcs.map((arc) => {
    const exact = [0, 0];
    const drawn = [0, 0];
    const steps = arc.map((step) =>
      step.map((change, axis) => {
        exact[axis] += change;
        const before = drawn[axis];
        drawn[axis] = Math.round(exact[axis] / coarser);
        return drawn[axis] - before;
      }),
    );
    // merge points that coincide, except the two ends of an arc
    return steps.filter(([x, y], index) => index === 0 || index === steps.length - 1 || x !== 0 || y !== 0);
  });
  const scale = transform.scale.map((step) => step * coarser);
  return {
    type,
    objects: { countries: { ...objects.countries, geometries } },
    arcs: coarse,
    transform: { ...transform, scale },
  };
}

/** Removes unused icons, because a webview loads its styles and font before it shows anything. */
const onlyUsedIcons = {
  name: 'only-used-icons',
  setup(build) {
    const { absWorkingDir = process.cwd() } = build.initialOptions;
    const sourcesOf = (kind) =>
      globSync(`src/features/**/page/**/*.${kind}`, { cwd: absWorkingDir }).map((source) =>
        readFileSync(path.join(absWorkingDir, source), 'utf8'),
      );
    const usedRules = (file) => {
      const names = new Set(sourcesOf('ts').flatMap((text) => text.match(/(?<=codicon-|')[a-z][a-z0-9-]*/g) ?? []));
      const isUsed = (rule, name) => (names.has(name) ? rule : '');
      return readFileSync(file, 'utf8').replaceAll(/^\.codicon-([a-z0-9-]+):before .*\n/gm, isUsed);
    };
    build.onLoad({ filter: /codicons[\\/]dist[\\/]codicon\.css$/ }, ({ path: file }) => ({
      loader: 'css',
      contents: usedRules(file),
    }));
    build.onLoad({ filter: /codicons[\\/]dist[\\/]codicon\.ttf$/ }, async ({ path: file }) => {
      const rules = [usedRules(path.join(path.dirname(file), 'codicon.css')), ...sourcesOf('css')].join('\n');
      const codes = rules.match(/(?<=\bcontent: ['"]\\)[0-9a-f]{4}\b/g) ?? [];
      const letters = codes.map((code) => String.fromCodePoint(Number.parseInt(code, 16))).join('');
      return { loader: 'file', contents: await subsetFont(readFileSync(file), letters, { targetFormat: 'truetype' }) };
    });
  },
};

/** Prints the lines that the problem matcher in .vscode/tasks.json waits for. */
const reportToEditor = {
  name: 'report-to-editor',
  setup(build) {
    build.onStart(() => console.log('[watch] build started'));
    build.onEnd(({ errors }) => {
      for (const { text, location } of errors) {
        console.error(`✘ [ERROR] ${text}`);
        if (location) console.error(`    ${location.file}:${location.line}:${location.column}:`);
      }
      console.log('[watch] build finished');
    });
  },
};

/**
 * Joins the chunks that the same webviews load at startup, and records which modules each page needs, so that they can
 * be inlined as one script.
 */
const joinImports = {
  name: 'join-imports',
  setup(build) {
    const { absWorkingDir = process.cwd(), outdir, write } = build.initialOptions;
    const folder = path.resolve(absWorkingDir, outdir);
    const inFolder = (file) => path.relative(folder, path.resolve(absWorkingDir, file)).replaceAll(path.sep, '/');
    build.onEnd(async ({ metafile }) => {
      if (!metafile || write === false) return;
      const { outputs } = metafile;
      const entries = Object.keys(outputs).filter(
        (output) => output.endsWith('.js') && outputs[output].entryPoint?.endsWith('/main.ts'),
      );
      const imports = new Map(entries.map((entry) => [entry, [...startFiles(outputs, entry)].slice(1)]));
      const users = (file) => entries.filter((entry) => imports.get(entry).includes(file)).join();
      const groups = Map.groupBy(new Set([...imports.values()].flat()), users);
      const joined = new Map();
      for (const parts of watch ? [] : [...groups.values()].filter(({ length }) => length > 1)) {
        const inPart = parts.map((file, index) => outputs[file].exports.map((name) => [name, `$${index}${name}`]));
        const whole = inFolder(parts[0]).replace('chunk-', 'joined-');
        await joinParts(folder, whole, parts.map(inFolder), inPart, { target: 'chrome138' });
        parts.forEach((file, index) => joined.set(inFolder(file), { whole, names: new Map(inPart[index]) }));
      }
      const others = Object.keys(outputs).filter((file) => file.endsWith('.js') && !joined.has(inFolder(file)));
      const wholes = [...new Set([...joined.values()].map(({ whole }) => whole))];
      for (const file of [...others.map(inFolder), ...wholes]) pointToJoined(folder, file, joined);
      for (const part of joined.keys()) rmSync(path.join(folder, part));
      for (const entry of entries.map(inFolder)) {
        const start = JSON.stringify([...inlineModules(folder, entry)]);
        writeFileSync(path.join(folder, entry.replace(/js$/, 'start.json')), start);
      }
    });
  },
};

/**
 * Returns the module and its static imports in execution order. A module starts with its imports and ends with its
 * exports: returns the range of the code in between, the imported names by file, and the exported names.
 */
function* inlineModules(folder, file, seen = new Set()) {
  if (seen.has(file)) return;
  seen.add(file);
  const code = readFileSync(path.join(folder, file), 'utf8');
  const statement = /\s*(?:\/\/.*\n\s*)*import\s*(?:\{([^}]*)\}\s*from\s*)?"(\.[^"]*)";/y;
  const takes = [];
  let from = 0;
  for (let found; (found = statement.exec(code)); from = statement.lastIndex) {
    const source = path.posix.join(path.posix.dirname(file), found[2]);
    yield* inlineModules(folder, source, seen);
    if (found[1] !== undefined) takes.push([source, namesIn(found[1])]);
  }
  const { index: to, 1: given } = /export\s*\{([^}]*)\};(?!.*export\s*\{)/s.exec(code) ?? { index: code.length };
  yield { file, from, to, takes, gives: given === undefined ? [] : namesIn(given) };
}

/** Parses `a as x, b` into pairs of names: `a` and `x`, `b` and `b`. */
function namesIn(names) {
  return names
    .split(',')
    .map((one) => one.trim().split(' as '))
    .map(([name, other = name]) => [name, other]);
}

function joinParts(folder, whole, parts, inPart, options) {
  const lines = parts.map((file, index) => `export{${named(inPart[index])}}from'./${file}';`);
  const isPart = new Set(parts.map((file) => path.join(folder, file)));
  const leaveOthers = (build) =>
    build.onResolve({ filter: /^\./ }, ({ path: file, kind, resolveDir }) => {
      const found = path.join(resolveDir, file);
      if (kind === 'import-statement' && isPart.has(found)) return null;
      const from = path.dirname(path.join(folder, whole));
      return { path: `./${path.relative(from, found).replaceAll(path.sep, '/')}`, external: true };
    });
  return esbuild.build({
    stdin: { contents: lines.join(''), resolveDir: folder },
    outfile: path.join(folder, whole),
    bundle: true,
    format: 'esm',
    minify: true,
    ...options,
    plugins: [{ name: 'join', setup: leaveOthers }],
  });
}

/** Redirects imports of the joined chunks to the joined file, and moves all imports to the start. */
function pointToJoined(folder, file, joined) {
  const place = path.join(folder, file);
  const pointed = (statement, names, from) => {
    const found = path.relative(folder, path.resolve(path.dirname(place), from)).replaceAll(path.sep, '/');
    const target = joined.get(found);
    if (!target) return statement;
    const relative = path.relative(path.dirname(place), path.join(folder, target.whole)).replaceAll(path.sep, '/');
    const address = relative.startsWith('.') ? relative : `./${relative}`;
    if (names === undefined) return `import"${address}";`;
    return `import{${renamed(names, target.names)}}from"${address}";`;
  };
  const imports = new Set();
  const rest = readFileSync(place, 'utf8').replace(/import(?:\{([^}]*)\}from)?"(\.[^"]*\.js)";/g, (...found) => {
    imports.add(pointed(...found));
    return '';
  });
  writeFileSync(place, [...imports, rest].join(''));
}

const requireInModule =
  "import{createRequire as $createRequire}from'node:module';const require=$createRequire(import.meta.url);";

const common = {
  bundle: true,
  format: 'esm',
  minify: !watch,
  sourcemap: watch,
  logLevel: watch ? 'silent' : 'warning',
  metafile: true,
  plugins: [onlyOurUndici, ...(watch ? [reportToEditor] : [])],
};

/** Code for the extension host and the demo service. */
export const forNode = {
  ...common,
  platform: 'node',
  target: 'node22',
  external: ['vscode'],
  alias: {
    // the Node build is CommonJS and supports files, which are not used here
    '@vscode/l10n': '@vscode/l10n/dist/browser.js',
    // the Node build uses a `require` that bundlers don't detect
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
  },
  // set by Node, too, when it bundles undici: omits the experimental second parser
  define: { esbuildDetection: 'true' },
  // bundled CommonJS (undici) calls require('node:…'), which ES modules don't have
  banner: { js: requireInModule },
};

export const extension = {
  ...forNode,
  entryPoints: { extension: 'src/extension.ts' },
  outdir: 'dist',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
};

/** Worker threads of the extension host. */
export const threads = {
  ...forNode,
  entryPoints: { exportWorker: 'src/assembly/exportWorker.ts' },
  outdir: 'dist',
};

/** Leaves `program.js` out of the start script, because parsing it takes longer than starting Node. */
const programApart = {
  name: 'program-apart',
  setup(build) {
    build.onResolve({ filter: /^\.\/program\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './program.js', external: true } : null,
    );
  },
};

/** The command line, a separate package. CommonJS, so that a command loads only what it uses, including Node's modules. */
export const commandLine = {
  ...forNode,
  format: 'cjs',
  banner: {},
  define: { ...forNode.define, 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
  supported: { 'dynamic-import': false },
  plugins: [...forNode.plugins, programApart],
  entryPoints: { recordbench: 'src/cli/main.ts', program: 'src/cli/program.ts' },
  outdir: npmFolder,
};

const demo = { ...forNode, entryPoints: { demo: 'src/demo/main.ts' }, outdir: 'dist' };

/** `table` for `table/page/main.ts`, `license` for `account/page/license/main.ts`. */
function pageName(file) {
  const [name, folder] = path.dirname(file).split(path.sep).toReversed();
  return name === 'page' ? folder : name;
}

const webviewEntries = globSync('src/features/**/page/**/main.ts')
  .toSorted()
  .map((file) => [pageName(file), file]);
/** Pages that are opened less often; they share chunks. */
const pages = new Set(['bulk', 'compare', 'connection', 'import', 'license', 'signup']);
const isPage = ([name]) => pages.has(name);

/** Webview pages. A form contains tables, so both share the chunks of tables. */
export const webviews = [
  webviewEntries.filter(isPage),
  webviewEntries.filter((entry) => !isPage(entry)),
  [
    ['icons', 'src/features/common/page/icons.css'],
    ['theme', 'src/features/common/page/theme.css'],
  ],
].map((entries) => ({
  ...common,
  plugins: [...common.plugins, onlyDrawnCountries, joinImports, ...(watch ? [] : [onlyUsedIcons])],
  entryPoints: Object.fromEntries(entries),
  outdir: 'dist/webview',
  platform: 'browser',
  target: 'chrome138',
  // inlined code is not a module, so it has no `import.meta`
  supported: { 'top-level-await': false },
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  loader: { '.ttf': 'file', '.svg': 'text' },
  tsconfig: 'src/features/tsconfig.json',
}));

/** The bundles of the extension. */
export const builds = [extension, threads, demo, ...webviews];

if (import.meta.main) {
  writeTranslations();
  if (watch) await watchAll();
  else await buildAll();
  if (process.argv.includes('--package')) await writePackage();
}

async function watchAll() {
  const contexts = await Promise.all([...builds, commandLine].map((build) => esbuild.context(build)));
  await Promise.all(contexts.map((context) => context.watch()));
}

async function buildAll() {
  // remove old chunks first: their names contain a hash, so they would not be overwritten
  const old = ['dist/chunks', 'dist/webview', ...globSync('dist/*.{js,js.map}')];
  for (const place of old) rmSync(place, { recursive: true, force: true });
  const metafiles = await Promise.all(builds.map(async (build) => (await esbuild.build(build)).metafile));
  const packages = bundledPackages(metafiles);
  writeFileSync('dist/THIRD-PARTY-NOTICES.txt', thirdPartyNotices(packages));
  const [product, lockFile] = ['package.json', 'package-lock.json'].map((file) =>
    JSON.parse(readFileSync(file, 'utf8')),
  );
  writeFileSync('dist/recordbench.cdx.json', billOfMaterials(product, packages, lockFile, sourceDate()));
  fillNpmFolder(product, bundledPackages([(await esbuild.build(commandLine)).metafile]));
  for (const [name] of webviewEntries) shareTheme(`dist/webview/${name}.css`);
  await joinStart(metafiles[0].outputs);
  await joinRecords(metafiles[0].outputs);
}

/** Removes the theme from the start of a page's style; `webviewHtml.ts` adds it, so it is shipped only once. */
function shareTheme(file) {
  const theme = readFileSync('dist/webview/theme.css', 'utf8').trimEnd();
  const style = readFileSync(file, 'utf8');
  if (!style.startsWith(theme)) throw new Error(`${file} does not begin with the theme`);
  writeFileSync(file, style.slice(theme.length));
}

/**
 * Joins the chunks that the extension loads at startup, because finding, reading and compiling each one takes time.
 * Chunks loaded later import from the joined file.
 */
async function joinStart(outputs) {
  const entry = 'dist/extension.js';
  const parts = [...startFiles(outputs, entry)].filter((file) => file !== entry);
  const inPart = parts.map((file, index) => outputs[file].exports.map((name) => [name, `$${index}${name}`]));
  const lines = parts.map(
    (file, index) => `export{${named(inPart[index])}}from'./${path.posix.relative('dist', file)}';`,
  );
  await esbuild.build({
    ...forNode,
    banner: {},
    stdin: { contents: [`export*from'./extension.js';`, ...lines].join(''), resolveDir: 'dist' },
    outfile: entry,
    allowOverwrite: true,
    plugins: [{ name: 'start', setup: leaveTheRest }],
  });
  const joined = new Map(parts.map((file, index) => [path.basename(file), new Map(inPart[index])]));
  const later = Object.keys(outputs).filter((file) => file !== entry && !parts.includes(file));
  for (const file of later) {
    const code = readFileSync(file, 'utf8').replace(
      /import(?:\{([^}]*)\}from)?"\.\/([\w-]+\.js)";/g,
      (statement, names, from) => (joined.has(from) ? fromStart(names, joined.get(from)) : statement),
    );
    writeFileSync(file, withoutNeedlessRequire(code));
  }
  for (const file of parts) rmSync(file);
}

/**
 * Joins the chunks that tables and forms share with other commands, and those shared only by commands without records.
 * The first table then loads six files instead of sixty.
 */
async function joinRecords(outputs) {
  const reached = (...sources) => {
    const isNamed = (file) => sources.some((source) => outputs[file].entryPoint === `src/${source}.ts`);
    return new Set(
      Object.keys(outputs)
        .filter(isNamed)
        .flatMap((entry) => [...startFiles(outputs, entry)]),
    );
  };
  const byMost = reached('commands/connections/connectionCommands', 'commands/requestCommands');
  const records = reached(
    'assembly/recordsFeature',
    'assembly/createWriter',
    'features/table/host/tableSession',
    'features/form/host/formSession',
  );
  const isShared = (file) => existsSync(file) && !outputs[file].entryPoint;
  const shared = [...records].filter(isShared);
  await joinShared(
    outputs,
    'common',
    shared.filter((file) => byMost.has(file)),
  );
  await joinShared(
    outputs,
    'records',
    shared.filter((file) => !byMost.has(file)),
  );
}

async function joinShared(outputs, name, parts) {
  const folder = path.resolve('dist');
  const inDist = (file) => path.posix.relative('dist', file);
  const inPart = parts.map((file, index) => outputs[file].exports.map((one) => [one, `$${index}${one}`]));
  const whole = inDist(parts[0]).replace('chunk-', `${name}-`);
  const options = { platform: 'node', target: forNode.target, external: ['vscode'] };
  await joinParts(folder, whole, parts.map(inDist), inPart, options);
  const joined = new Map(parts.map((file, index) => [inDist(file), { whole, names: new Map(inPart[index]) }]));
  for (const file of parts) rmSync(file);
  for (const file of Object.keys(outputs).filter((one) => existsSync(one))) pointToJoined(folder, inDist(file), joined);
}

/** Translates `a as x,b` of one chunk to the names in the joined file. */
function fromStart(names, joinedNames) {
  if (names === undefined) return ''; // already loaded at startup
  return `import{${renamed(names, joinedNames)}}from"../extension.js";`;
}

function renamed(names, joinedNames) {
  return names
    .split(',')
    .map((one) => {
      const [name, , local = name] = one.split(' ');
      return `${joinedNames.get(name)} as ${local}`;
    })
    .join();
}

function withoutNeedlessRequire(code) {
  const rest = code.replace(requireInModule, '');
  return /\brequire\b/.test(rest) ? code : rest;
}

function named(pairs) {
  return pairs.map(([name, other]) => `${name} as ${other}`).join();
}

/** Chunks loaded later stay separate; only those need a `require`. */
function leaveTheRest(build) {
  build.onResolve({ filter: /^\./ }, ({ path: file, kind, resolveDir }) => {
    if (kind !== 'dynamic-import') return null;
    const found = path.relative('dist', path.join(resolveDir, file)).replaceAll(path.sep, '/');
    return { path: `./${found}`, external: true };
  });
  build.onLoad({ filter: /\.js$/ }, ({ path: file }) => {
    return { contents: withoutNeedlessRequire(readFileSync(file, 'utf8')) };
  });
}

/** Returns the file and its static imports, direct and indirect. */
export function startFiles(outputs, entry) {
  const found = new Set([entry]);
  for (const file of found)
    for (const { path: imported, kind } of outputs[file].imports)
      if (kind === 'import-statement' && outputs[imported]) found.add(imported);
  return found;
}

async function writePackage() {
  await writeVsix(vsix);
  console.log(writeNpmPackage('dist'));
  const sizes = shippedSizes('.');
  console.log(`${vsix}: ${(sizes.package / 1000).toFixed(0)} kB of ${sizeLimits.package / 1000} kB`);
  for (const sentence of tooBig(sizes)) {
    console.error(sentence);
    process.exitCode = 1;
  }
}
