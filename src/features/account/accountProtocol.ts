import * as z from 'zod/mini';
import type { SignupDraft, SignupProblems } from '../../model/signup/signupDraft.ts';
import type { SignupInformation, SignupSource } from '../../model/signup/signupFields.ts';
import { fromHost, nothing } from '../common/fromHost.ts';

/* What the pages of an account, the sign-up form and the license, and their hosts say to each other. The passwords are in the one request that sends them, and nowhere else. */

const text = z.string().check(z.maxLength(10_000));
const key = z.string().check(z.maxLength(500));
const draft: z.ZodMiniType<SignupDraft> = z
  .record(key, z.union([text, z.array(text).check(z.maxLength(1_000))]))
  .check(z.refine((fields) => Object.keys(fields).length <= 1_000));

export interface SignupStart {
  /** What brings the form back after a reload. */
  readonly source: SignupSource;
  /** How a person calls the service, and where it is. */
  readonly service: string;
  readonly address: string;
  readonly offer: SignupInformation;
  /** Why there is no form. */
  readonly closed: string | null;
  readonly draft: SignupDraft;
  readonly isLicenseOpened: boolean;
}

const file = z.strictObject({
  name: text,
  type: text,
  base64: z.string().check(z.maxLength(40_000_000), z.regex(base64())),
});
const submission = z.strictObject({
  /** With the passwords. */
  values: draft,
  files: z.record(key, file).check(z.refine((all) => Object.keys(all).length <= 20)),
});
export type SignupSubmission = z.output<typeof submission>;

function base64(): RegExp {
  return /^[A-Za-z0-9+/]*={0,2}$/;
}

export type SignupAnswer =
  /** Nothing was created. */
  | { readonly kind: 'refused'; readonly sentence: string; readonly problems: SignupProblems }
  /** It may have been created. */
  | { readonly kind: 'unknown'; readonly sentence: string }
  | {
      readonly kind: 'done';
      readonly sentences: readonly string[];
      /** The person has to add the connection, or set its token, by hand. */
      readonly next: 'addConnection' | 'setToken' | null;
    };

export const signupHost = {
  requests: {
    start: { params: nothing, result: fromHost<SignupStart>() },
    /** Answers when the license is there to be read. */
    openLicense: { params: nothing, result: nothing },
    submit: { params: submission, result: fromHost<SignupAnswer>() },
  },
  events: {
    /** After every change, so that nothing typed is lost with the tab. */
    draft,
    next: nothing,
  },
} as const;

export const signupView = { requests: {}, events: {} } as const;

export interface LicenseStart {
  /** What brings the page back after a reload. */
  readonly source: SignupSource;
  /** The service whose license it is, as a person calls it. */
  readonly service: string;
  /** Foreign HTML, as the service sent it: the page sanitizes it. */
  readonly html: string;
  /** What the service said beside it. */
  readonly messages?: readonly string[];
}

const plainLicense = z.string().check(z.maxLength(20_000_000));
export const licenseHost = {
  requests: {
    start: { params: nothing, result: fromHost<LicenseStart>() },
  },
  events: {
    /** The license as it is read, without markup. */
    copy: plainLicense,
    openAsText: plainLicense,
    /** A link was followed; where to is asked about before it opens. */
    openLink: z.string().check(z.maxLength(2_000)),
  },
} as const;

export const licenseView = { requests: {}, events: {} } as const;
