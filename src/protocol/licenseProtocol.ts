import * as z from 'zod/mini';
import { fromHost, nothing } from './fromHost.ts';

/* What the page of a license and its host say to each other. */

/** Whose license it is: a connection's, or that of a service which someone signs up at. */
export type LicenseSource = { readonly connection: string } | { readonly baseUrl: string };

export interface LicenseStart {
  /** Kept by the page, so that its tab comes back after a reload. */
  readonly source: LicenseSource;
  /** The service whose license it is, as a person calls it. */
  readonly service: string;
  /** Foreign HTML, as the service sent it: the page sanitizes it. */
  readonly html: string;
  /** What the service said beside it. */
  readonly messages?: readonly string[];
}

const text = z.string().check(z.maxLength(20_000_000));
export const licenseHost = {
  requests: {
    start: { params: nothing, result: fromHost<LicenseStart>() },
  },
  events: {
    /** The license as it is read, without markup. */
    copy: text,
    openAsText: text,
    /** A link was followed; where to is asked about before it opens. */
    openLink: z.string().check(z.maxLength(2_000)),
  },
} as const;

export const licenseView = { requests: {}, events: {} } as const;
