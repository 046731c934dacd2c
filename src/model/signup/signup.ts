import type { FieldOption } from '../form/fieldKind.ts';
import type { FileValue, FormValues } from '../form/fieldValue.ts';
import type { RecordField } from '../form/formElement.ts';
import type { Identity } from '../identity.ts';
import type { RecordForm } from '../form/recordForm.ts';
import type { WriteResult } from '../form/saveResult.ts';

/** What the service offers to someone who has no account yet. */
export interface SignupInformation {
  /** Undefined when the service does not tell. */
  readonly allowsPublicSignup: boolean | undefined;
  readonly isMultiTenant: boolean | undefined;
  readonly roles: readonly FieldOption[];
  readonly currencies: readonly FieldOption[];
  readonly timeZones: readonly FieldOption[];
  readonly locales: readonly FieldOption[];
  /** Grouped by the theme's group. */
  readonly themes: readonly FieldOption[];
  readonly hourFormats: readonly FieldOption[];
  readonly identity: Identity;
  readonly form: RecordForm;
}

/** What the interface says a sign-up sends. */
export interface SignupRequest {
  readonly userName: string;
  readonly firstName?: string;
  readonly lastName: string;
  readonly password?: string;
  readonly confirmPassword?: string;
  readonly isLicenseAccepted: boolean;
  readonly roleId: string;
  readonly autoLogin?: boolean;
  readonly organizationName?: string;
  readonly currencyId: string;
  readonly image?: FileValue;
  /** What the service's own form asks for beyond the interface: its fields that were filled in. */
  readonly others?: {
    readonly form: RecordForm;
    readonly fields: readonly RecordField[];
    readonly values: FormValues;
  };
}

export interface SignupResult extends WriteResult {
  /** Handed out by some services after a sign-up with automatic log-in. It belongs into SecretStorage and nowhere else. */
  readonly token: string | undefined;
  readonly userId: string | undefined;
}
