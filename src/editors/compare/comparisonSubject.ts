import type { ListViewAddress } from '../../model/address/address.ts';
import type { ComparedField } from '../../model/compare/comparedFields.ts';
import type { Comparison } from '../../services/compare/comparer.ts';

/** One of the two that a comparison is about. */
export interface ComparedSide {
  /** As a person calls it, with its connection. */
  readonly title: string;
  /** Undefined for a file. */
  readonly list: ListViewAddress | undefined;
}

/** What is compared, and how to do it again. */
export interface ComparisonSubject {
  readonly title: string;
  readonly sides: readonly [ComparedSide, ComparedSide];
  readonly fields: readonly ComparedField[];
  /** The label of the field, or null for the id. */
  readonly matchedBy: string | null;
  readonly compare: () => Promise<Comparison>;
}
