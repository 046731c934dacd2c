import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';

/** Licenses that may be shipped in an MIT-licensed package. */
const compatible = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
]);

const licenseFile = /^(?:licen[cs]e|copying|notice)(?:[-.]|$)/i;

interface Addendum {
  readonly note: string;
  readonly text?: string;
  /** File of an offered license that isn't the one used. */
  readonly notUsed?: string;
  /** What others made and the package contains. */
  readonly contains?: Contained;
}

/** Software or data inside a package, without a package of its own. */
export interface Contained {
  readonly type: 'library' | 'data';
  readonly name: string;
  readonly version?: string;
  /** Not given for the public domain, which isn't a license. */
  readonly license?: string;
}

/** Corrections and additions to the license files of packages. */
export const addenda: Readonly<Record<string, Addendum>> = {
  '@vscode/codicons': {
    note: 'The icons are under CC-BY-4.0 (LICENSE), the code is under MIT (LICENSE-CODE). Of the font and the style sheet only the icons that are used are kept.',
  },
  '@vscode/l10n': {
    note: 'The package names the MIT license and its author, but has no text of it. This is the text.',
    text: mit('Copyright (c) Microsoft Corporation'),
  },
  dompurify: { note: 'Of the two licenses that it offers, it is used under Apache-2.0.', notUsed: 'LICENSE-MPL' },
  saxes: {
    note: 'The package names the ISC license and its author, but has no text of it. This is the text.',
    text: isc(
      'Copyright (c) Louis-Dominique Dubeau and Contributors; it began as sax, Copyright (c) Isaac Z. Schlueter and Contributors',
    ),
  },
  undici: {
    note: 'It contains llhttp, compiled, which is under the MIT license as well; the text is below that of undici.',
    text: mit('Copyright Fedor Indutny, 2018.'),
    contains: { type: 'library', name: 'llhttp', license: 'MIT' },
  },
  'world-atlas': {
    note: 'The map is that of Natural Earth (naturalearthdata.com), version 4.1.0, whose data are in the public domain. Of it the countries are kept, on a coarser grid.',
    contains: { type: 'data', name: 'Natural Earth', version: '4.1.0' },
  },
};

/** A package with code or data in the builds. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** Where it is installed, such as `node_modules/lit`. */
  readonly folder: string;
  /** An SPDX expression. */
  readonly license: string;
  readonly source: string | undefined;
  readonly note: string | undefined;
  readonly contains: Contained | undefined;
  readonly texts: readonly string[];
}

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly repository?: string | { readonly url?: string };
}

/** Every package with a byte in the builds, by name. Throws if a license isn't known to be compatible. */
export function bundledPackages(metafiles: readonly Metafile[], root = '.'): BundledPackage[] {
  const found = bundledFolders(metafiles).map((folder) => readPackage(root, folder));
  // a package may be installed more than once
  const packages = [...new Map(found.map((one) => [titleOf(one), one])).values()];
  return packages.toSorted((one, other) => titleOf(one).localeCompare(titleOf(other), 'en'));
}

/** Name, version, license and license text of each package. */
export function thirdPartyNotices(packages: readonly BundledPackage[]): string {
  const list = packages.map((one) => `  ${titleOf(one)} (${one.license})`);
  const opening = `Recordbench contains software and data of others, under licenses of their own:\n\n${list.join('\n')}\n`;
  return [opening, ...packages.map(asText)].join(`\n${'='.repeat(80)}\n\n`);
}

/** Folders of packages that contributed at least one byte to an output. */
function bundledFolders(metafiles: readonly Metafile[]): string[] {
  const inputs = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap((output) => Object.entries(output.inputs));
  const folders = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([file]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)];
}

function readPackage(root: string, folder: string): BundledPackage {
  const place = path.join(root, folder);
  const { name, version, license, repository } = JSON.parse(
    readFileSync(path.join(place, 'package.json'), 'utf8'),
  ) as PackageJson;
  const title = titleOf({ name, version });
  if (!license || !isCompatible(license))
    throw new Error(`${title} is bundled, but its license (${license ?? 'none'}) is not known to fit.`);
  const { note, text, notUsed, contains } = addenda[name] ?? {};
  const files = readdirSync(place).filter((file) => licenseFile.test(file) && file !== notUsed);
  files.push(...globSync('licenses/*', { cwd: place }));
  const texts = files.toSorted().map((file) => readText(path.join(place, file)));
  if (text) texts.push(text);
  if (texts.length === 0) throw new Error(`${title} is bundled, but has no text of its license.`);
  const address = typeof repository === 'string' ? repository : repository?.url;
  return {
    name,
    version,
    folder,
    license: license.replaceAll(/^\(|\)$/g, ''),
    source: address?.replace(/^git\+|\.git$/g, ''),
    note,
    contains,
    texts,
  };
}

function titleOf({ name, version }: Pick<BundledPackage, 'name' | 'version'>): string {
  return `${name} ${version}`;
}

/** For `OR`, one compatible license is enough; for `AND`, all must be compatible. */
export function isCompatible(license: string): boolean {
  const choices = license.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((one) => compatible.has(one)));
}

function readText(file: string): string {
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  return text.replaceAll('\r\n', '\n').replace(/^\n+/, '').trimEnd();
}

function asText({ name, version, license, source, note, texts }: BundledPackage): string {
  const about = [titleOf({ name, version }), `License: ${license}`, source && `Source: ${source}`, note]
    .filter(Boolean)
    .join('\n');
  return `${[about, ...texts].join('\n\n')}\n`;
}

function isc(copyright: string): string {
  return `ISC License

${copyright}

Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES
WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR
ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR
IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.
`;
}

function mit(copyright: string): string {
  return `MIT License

${copyright}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
}
