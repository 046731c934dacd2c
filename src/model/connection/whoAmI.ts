import { t } from '@vscode/l10n';
import type { Connection } from './connection.ts';
import { ownValue, scalarText } from '../form/fieldValue.ts';
import { referenceAt } from '../form/value.ts';
import type { Identity } from '../identity.ts';
import { type RecordForm, recordValue } from '../form/recordForm.ts';

/** The user and organization that the service reports, as far as its responses include them. */
export interface WhoAmI {
  readonly identity: Identity;
  readonly roles: readonly string[];
  readonly allowsPublicSignup: boolean | undefined;
  readonly isMultiTenant: boolean | undefined;
}

export interface Fact {
  readonly label: string;
  /** Undefined if the service doesn't provide it. */
  readonly value: string | undefined;
}

export function whoAmIFacts(who: WhoAmI, { name, baseUrl, readOnly }: Connection): Fact[] {
  const { userName, userId, organizationName, organizationId } = who.identity;
  return [
    { label: t('User'), value: userName },
    { label: t('User id'), value: userId },
    { label: t('Roles'), value: who.roles.length > 0 ? who.roles.join(', ') : undefined },
    { label: t('Organization'), value: organizationName },
    { label: t('Organization id'), value: organizationId },
    { label: t('Several organizations'), value: yesOrNo(who.isMultiTenant) },
    { label: t('Public sign-up'), value: yesOrNo(who.allowsPublicSignup) },
    { label: t('Connection'), value: readOnly ? t('{0}, read-only', name) : name },
    { label: t('Address'), value: baseUrl },
  ];
}

/** Roles from the user's own record: a single field (its text rather than its id) or a list. */
export function rolesIn(form: RecordForm): string[] {
  const isRole = /^(user_?)?roles?(_id|_name|_users)?$/i;
  const found = [...form.fields, ...form.otherFields].filter(({ at }) => at.length === 1 && isRole.test(at[0] ?? ''));
  const roles = found.flatMap((field) => {
    const value = recordValue(form, field);
    const rows = Array.isArray(value) ? value : [value];
    return rows.flatMap((row) => {
      if (typeof row === 'object' && row !== null)
        return shown(referenceAt(row, ['role_id']).text) ?? shown(ownValue(row, 'role_id')) ?? [];
      const said = shown(referenceAt(form.values, field.at).text);
      return said ?? field.options.find((option) => option.value === scalarText(row))?.text ?? shown(row) ?? [];
    });
  });
  return [...new Set(roles)];
}

function shown(value: Parameters<typeof scalarText>[0]): string | undefined {
  const text = scalarText(value)?.trim();
  return text === '' ? undefined : text;
}

function yesOrNo(flag: boolean | undefined): string | undefined {
  return flag === undefined ? undefined : flag ? t('yes') : t('no');
}
