import { createHash } from 'node:crypto';
import type { BundledPackage, Contained } from './thirdPartyNotices.ts';

interface Product {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** The part of package-lock.json that is read. */
export interface LockFile {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;
}

/**
 * What is bundled, as a CycloneDX document. The same packages and date give the same bytes, so its serial number comes
 * from what it says.
 */
export function billOfMaterials(
  product: Product,
  packages: readonly BundledPackage[],
  { packages: locked }: LockFile,
  date: Date,
): string {
  const { name, version, license } = product;
  const whole = { type: 'application', 'bom-ref': name, name, version, licenses: licensesOf(license) };
  const components = packages.map((one) => asComponent(one, locked[one.folder]?.integrity));
  const esbuild = { type: 'application', name: 'esbuild', version: locked['node_modules/esbuild']?.version };
  const content = {
    version: 1,
    metadata: {
      timestamp: date.toISOString(),
      lifecycles: [{ phase: 'build' }],
      tools: { components: [esbuild] },
      component: whole,
    },
    components,
    dependencies: [{ ref: name, dependsOn: components.map((one) => one['bom-ref']) }],
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(content))}`;
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber,
    ...content,
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function asComponent({ name, version, license, source, note, contains }: BundledPackage, integrity = '') {
  const [, group, ownName = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  // of the archive that npm installed
  const [algorithm, checksum] = integrity.split('-');
  if (algorithm !== 'sha512' || !checksum) throw new Error(`package-lock.json has no checksum of ${name} ${version}.`);
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group && { group }),
    name: ownName,
    version,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(checksum, 'base64').toString('hex') }],
    licenses: licensesOf(license),
    purl,
    ...(source && { externalReferences: [{ type: 'vcs', url: source }] }),
    ...(note && { pedigree: { notes: note } }),
    ...(contains && { components: [asPart(purl, contains)] }),
  };
}

function asPart(whole: string, { license, ...rest }: Contained) {
  return { 'bom-ref': `${whole}#${rest.name}`, ...rest, ...(license && { licenses: licensesOf(license) }) };
}

function licensesOf(expression: string) {
  return / (?:AND|OR) /.test(expression) ? [{ expression }] : [{ license: { id: expression } }];
}

/** A UUID of version 8, whose bits are the application's own choice. */
function uuidOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 3) | 8).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
