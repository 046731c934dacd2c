import { parseControllerName } from '../../model/controller.ts';
import type { ChangeDraft } from '../../protocol/bulk.ts';
import type { BulkDraft } from '../../services/bulk/bulkDraft.ts';
import type { BulkTarget } from '../../services/bulk/collectIds.ts';

/** What a page begins with: records to work on, a run that there is already, or one that is about to begin. */
export type BulkSubject =
  | { readonly kind: 'edit' | 'delete'; readonly target: BulkTarget; readonly drafts?: readonly ChangeDraft[] }
  | { readonly kind: 'run'; readonly run: string }
  /** Planned elsewhere, such as from a file. */
  | { readonly kind: 'planned'; readonly draft: BulkDraft };

/** What a tab can come back with after a reload. */
export type KeptSubject = Exclude<BulkSubject, { kind: 'planned' }>;

/** The page's state is as old as the tab: an earlier version may have written it. */
export function subjectOf(state: unknown): KeptSubject | undefined {
  const { subject } = (state ?? {}) as { subject?: Partial<KeptSubject> };
  if (subject?.kind === 'run') return typeof subject.run === 'string' ? { kind: 'run', run: subject.run } : undefined;
  if (subject?.kind !== 'edit' && subject?.kind !== 'delete') return undefined;
  const target = subject.target;
  if (typeof target?.connection !== 'string' || !Array.isArray(target.ids)) return undefined;
  const controller = parseControllerName(`${target.controller?.module}/${target.controller?.controller}`);
  return controller
    ? { kind: subject.kind, target: { ...target, controller }, drafts: subject.drafts ?? [] }
    : undefined;
}
