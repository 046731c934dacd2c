import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BundledPackage, thirdPartyNotices } from './thirdPartyNotices.ts';
import { sourceDate } from './vsix.ts';

/** The files of the npm package with the command line. */
export const npmFolder = 'dist/cli';

interface Product {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** Adds package.json, README and license to the built program. There is no install script. */
export function fillNpmFolder({ name, version, license }: Product, packages: readonly BundledPackage[]): void {
  const about = {
    name,
    version,
    description: 'Run plans, exports, imports and comparisons of a record service in scripts and pipelines',
    license,
    type: 'commonjs',
    bin: { [name]: 'recordbench.js' },
    // the license of the HTTP client
    engines: { node: readJson('node_modules/undici/package.json').engines.node },
  };
  const texts = {
    'package.json': `${JSON.stringify(about, undefined, 2)}\n`,
    'THIRD-PARTY-NOTICES.txt': thirdPartyNotices(packages),
  };
  for (const [file, text] of Object.entries(texts)) writeFileSync(path.join(npmFolder, file), text);
  copyFileSync('src/cli/README.md', path.join(npmFolder, 'README.md'));
  copyFileSync('LICENSE', path.join(npmFolder, 'LICENSE'));
}

/** Writes the same as `npm pack`, but reproducibly. Returns the name of the file. */
export function writeNpmPackage(folder: string): string {
  const { name, version } = readJson(path.join(npmFolder, 'package.json'));
  const file = path.join(folder, `${name}-${version}.tgz`);
  const files = readdirSync(npmFolder)
    .filter((one) => !one.endsWith('.map'))
    .toSorted();
  const parts = files.flatMap((one) => {
    const content = readFileSync(path.join(npmFolder, one));
    const padding = Buffer.alloc((block - (content.length % block)) % block);
    return [header(`package/${one}`, content.length, one === 'recordbench.js' ? 0o755 : 0o644), content, padding];
  });
  const zipped = gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]), { level: 9 });
  // clear the byte that names the operating system
  zipped[9] = 255;
  writeFileSync(file, zipped);
  return file;
}

const block = 512;

/** Returns a tar header (POSIX.1-1988). */
function header(name: string, size: number, mode: number): Buffer {
  const bytes = Buffer.alloc(block);
  const octal = (value: number, at: number, length: number): void => {
    bytes.write(value.toString(8).padStart(length - 1, '0'), at);
  };
  bytes.write(name, 0);
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(sourceDate().getTime() / 1000, 136, 12);
  bytes.write(' '.repeat(8), 148);
  bytes.write('0', 156);
  bytes.write('ustar\u000000', 257);
  octal(
    bytes.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return bytes;
}

function readJson(file: string): { name: string; version: string; engines: { node: string } } {
  return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof readJson>;
}
