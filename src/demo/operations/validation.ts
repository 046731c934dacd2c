import type { Column } from '../catalog/column.ts';
import { columnKinds, type Stored } from '../catalog/columnKinds.ts';
import type { Controller } from '../catalog/controller.ts';
import { controllerNamed } from '../catalog/controllers.ts';
import { aclGroups } from '../catalog/organization.ts';
import { quoted } from '../database/schema.ts';
import type { Store } from '../database/store.ts';
import { notEmptyMessage, rangeMessage } from '../forms/filterRules.ts';

export type Checked = { readonly stored: Stored } | { readonly code: string; readonly message: string };

const email = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]{2,}$/;
const phone = /^[+(\d][\d\s()./-]{2,}$/;
const userName = /^[a-z][a-z0-9._-]{2,39}$/i;

/** Turns a text into what its column stores, or says in a sentence why it cannot. */
export function checkValue(
  store: Store,
  controller: Controller,
  column: Column,
  text: string | null,
  id: number | undefined,
): Checked {
  const { label } = column;
  if (text === null) return column.required ? refuse('notEmpty', notEmptyMessage(column)) : { stored: null };
  const length = Array.from(text).length;
  if (column.maxLength !== undefined && length > column.maxLength) {
    return refuse('maxLength', `${label} is longer than ${column.maxLength} characters (${length}).`);
  }
  const stored = columnKinds[column.kind].fromText(text, column);
  if (stored === undefined) return refuse(column.kind, `${label} cannot be "${shortened(text)}": ${expected(column)}`);
  if (typeof stored === 'number' && isOutOfRange(column, column.kind === 'money' ? stored / 100 : stored))
    return refuse('range', rangeMessage(column));
  if (column.required && text.trim() === '') return refuse('notEmpty', notEmptyMessage(column));
  if (column.kind === 'email' && !email.test(text)) return refuse('email', `${label} is not an e-mail address.`);
  if (column.kind === 'phone' && !phone.test(text)) return refuse('phone', `${label} is not a phone number.`);
  if (column.kind === 'url' && !isWebAddress(text)) return refuse('url', `${label} is not a web address.`);
  if (column.name === 'user_name' && !userName.test(text))
    return refuse(
      'userName',
      `${label} must begin with a letter and have 3 to 40 letters, digits, dots, dashes or underscores.`,
    );
  if (column.references && !exists(store, column.references, Number(stored)))
    return refuse('reference', `${label} points to ${shortened(text)}, which does not exist.`);
  if (column.unique && isTaken(store, controller, column, stored, id))
    return refuse('isUnique', `${label} "${shortened(text)}" is taken.`);
  return { stored };
}

function refuse(code: string, message: string): Checked {
  return { code, message };
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function isOutOfRange(column: Column, value: number): boolean {
  return value < (column.min ?? -Infinity) || value > (column.max ?? Infinity);
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function expected(column: Column): string {
  switch (column.kind) {
    case 'date':
      return 'a date is written 2026-12-31.';
    case 'dateTime':
      return 'a time is written 2026-12-31 23:59:00.';
    case 'boolean':
      return 'it is 0 or 1.';
    case 'choice':
    case 'choices':
      return 'it is not among its choices.';
    case 'reference':
      return "it is a record's id.";
    case 'money':
      return 'an amount is written 1234.50.';
    default:
      return 'it is not a number.';
  }
}

function exists(store: Store, target: string, id: number): boolean {
  if (target === 'groups') return aclGroups.has(id);
  const controller = controllerNamed(target);
  return (
    controller !== undefined &&
    store.get(`SELECT 1 FROM ${quoted(controller.name)} WHERE id = ? AND deleted = 0`, id) !== undefined
  );
}

/** A deleted record frees its key. */
function isTaken(
  store: Store,
  controller: Controller,
  column: Column,
  stored: Stored,
  id: number | undefined,
): boolean {
  const sql = `SELECT 1 FROM ${quoted(controller.name)} WHERE deleted = 0 AND ${quoted(column.name)} = ? AND id IS NOT ?`;
  return store.get(sql, stored, id ?? null) !== undefined;
}
