import type { JsonValue } from '../json.ts';
import type { FieldPath } from './fieldPath.ts';

/** A stored file of a record, as far as the service describes it. */
export interface Attachment {
  readonly at: FieldPath;
  /** The value of its field. */
  readonly value: JsonValue;
  readonly name: string;
  /** In bytes; undefined if the service doesn't provide it. */
  readonly size?: number;
  readonly location: FileLocation;
}

/**
 * Where a file can be read: at an address of its service, at one outside of it, which never gets the token, or nowhere,
 * because the service provides no address or only one that might do something other than return a file.
 */
export type FileLocation =
  /** Absolute, below the base URL. */
  | { readonly kind: 'service'; readonly url: string }
  | { readonly kind: 'elsewhere'; readonly url: string }
  | { readonly kind: 'unknown' };

/** How VS Code can show a file. Markup is shown as text, so that nothing in it runs. */
export type PreviewKind = 'image' | 'pdf' | 'text';

const previews: readonly (readonly [PreviewKind, RegExp])[] = [
  ['image', /\.(?:png|jpe?g|gif|bmp|webp|avif|ico)$/i],
  ['pdf', /\.pdf$/i],
  [
    'text',
    /\.(?:txt|text|log|csv|tsv|md|json|jsonl|xml|yaml|yml|ini|conf|eml|ics|vcf|html?|svg|css|js|ts|sql|rtf|tex)$/i,
  ],
];

/** Undefined if VS Code can't show it. */
export function previewKind({ name }: Pick<Attachment, 'name'>): PreviewKind | undefined {
  return previews.find(([, pattern]) => pattern.test(name))?.[0];
}
