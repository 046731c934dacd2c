import * as z from 'zod/mini';
import type { SignupInput, SignupProblems } from '../../model/signup/signupInput.ts';
import type { SignupInformation, SignupSource } from '../../model/signup/signupFields.ts';
import { fromHost, nothing } from '../common/fromHost.ts';

/*
 * Protocol between the account pages (sign-up form and license) and their hosts. Passwords are only in the one request
 * that submits them.
 */

const text = z.string().check(z.maxLength(10_000));
const key = z.string().check(z.maxLength(500));
const draft: z.ZodMiniType<SignupInput> = z
  .record(key, z.union([text, z.array(text).check(z.maxLength(1_000))]))
  .check(z.refine((fields) => Object.keys(fields).length <= 1_000));

export interface SignupStart {
  /** Restores the form after a reload. */
  readonly source: SignupSource;
  /** Display name and address of the service. */
  readonly service: string;
  readonly address: string;
  readonly offer: SignupInformation;
  /** Why there is no form. */
  readonly closed: string | null;
  readonly draft: SignupInput;
  readonly isLicenseOpened: boolean;
}

const file = z.strictObject({
  name: text,
  type: text,
  base64: z.string().check(z.maxLength(40_000_000), z.regex(base64())),
});
const submission = z.strictObject({
  /** Includes the passwords. */
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
      /** The step that the user must do by hand: add the connection, or set its token. */
      readonly next: 'addConnection' | 'setToken' | null;
    };

export const signupHost = {
  requests: {
    start: { params: nothing, result: fromHost<SignupStart>() },
    /** Resolves once the license is open. */
    openLicense: { params: nothing, result: nothing },
    submit: { params: submission, result: fromHost<SignupAnswer>() },
  },
  events: {
    /** Sent after every change, so that the draft survives closing the tab. */
    draft,
    next: nothing,
  },
} as const;

export const signupView = { requests: {}, events: {} } as const;

export interface LicenseStart {
  /** Restores the page after a reload. */
  readonly source: SignupSource;
  /** Display name of the service. */
  readonly service: string;
  /** Untrusted HTML from the service; the page sanitizes it. */
  readonly html: string;
  /** Messages from the service. */
  readonly messages?: readonly string[];
}

const plainLicense = z.string().check(z.maxLength(20_000_000));
export const licenseHost = {
  requests: {
    start: { params: nothing, result: fromHost<LicenseStart>() },
  },
  events: {
    /** The license as plain text. */
    copy: plainLicense,
    openAsText: plainLicense,
    /** A link was clicked; the user confirms the target before it opens. */
    openLink: z.string().check(z.maxLength(2_000)),
  },
} as const;

export const licenseView = { requests: {}, events: {} } as const;
