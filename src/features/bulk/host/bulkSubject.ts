import type { Uri } from 'vscode';
import { parseControllerName } from '../../../model/controller.ts';
import type { ChangeInput } from '../bulkProtocol.ts';
import type { PreparedRun } from '../../../services/bulk/preparedRun.ts';
import type { PlanFile } from '../../../services/plan/planFile.ts';
import type { BulkTarget } from '../../../services/bulk/collectIds.ts';
import type { BulkChange } from '../../../model/bulk/bulkChange.ts';

/** The starting point of a page: records to process, an existing run, or one that is about to start. */
export type BulkSubject =
  | { readonly kind: 'edit' | 'delete'; readonly target: BulkTarget; readonly drafts?: readonly ChangeInput[] }
  | { readonly kind: 'run'; readonly run: string }
  /** Planned elsewhere, for example by an import. */
  | { readonly kind: 'planned'; readonly draft: PreparedRun }
  /** To be planned from a plan file. */
  | { readonly kind: 'plan'; readonly file: PlanFile; readonly uri: Uri };

/** A subject that can be restored after a reload. */
export type SavedSubject = Exclude<BulkSubject, { kind: 'planned' | 'plan' }>;

/** Validates the page's state, which an earlier version may have written. */
export function readSavedSubject(state: unknown): SavedSubject | undefined {
  const { subject } = (state ?? {}) as { subject?: Partial<SavedSubject> };
  if (subject?.kind === 'run') return typeof subject.run === 'string' ? { kind: 'run', run: subject.run } : undefined;
  if (subject?.kind !== 'edit' && subject?.kind !== 'delete') return undefined;
  const target = subject.target;
  if (typeof target?.connection !== 'string' || typeof target.madeFor !== 'string') return undefined;
  if (!Array.isArray(target.ids)) return undefined;
  const controller = parseControllerName(String(target.controller));
  return controller
    ? { kind: subject.kind, target: { ...target, controller }, drafts: subject.drafts ?? [] }
    : undefined;
}

/** Converts a change to its draft in the form. */
export function draftOfChange(change: BulkChange): ChangeInput {
  const { field, kind } = change;
  const empty: ChangeInput = { field, kind, value: [], find: '' };
  if (change.kind === 'set') return { ...empty, value: [change.value].flat() };
  if (change.kind === 'replace') return { ...empty, value: [change.with], find: change.find };
  return change.kind === 'add' ? { ...empty, value: [change.amount] } : empty;
}
