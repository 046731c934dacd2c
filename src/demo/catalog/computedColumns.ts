import { isClosed } from './choices.ts';
import type { Stored } from './column.ts';

/** A value that no column holds. `needs` are the columns that it is made from. */
export interface ComputedColumn {
  readonly label: string;
  readonly fieldType: 'Expression' | 'Workflow';
  readonly dataType: string;
  readonly needs: readonly string[];
  compute(row: Readonly<Record<string, Stored>>): string | null;
}

export const fullName: ComputedColumn = {
  label: 'Full Name',
  fieldType: 'Expression',
  dataType: 'VAR_STRING',
  needs: ['first_name', 'last_name'],
  compute: (row) => [row['first_name'], row['last_name']].filter(Boolean).join(' ') || null,
};

export const weightedAmount: ComputedColumn = {
  label: 'Weighted Amount',
  fieldType: 'Expression',
  dataType: 'NEWDECIMAL',
  needs: ['expected_amount', 'probability'],
  compute: ({ expected_amount: cents, probability }) =>
    cents === null || probability === null ? null : ((Number(cents) * Number(probability)) / 10_000).toFixed(2),
};

export const daysToClose: ComputedColumn = {
  label: 'Days from First Contact to Close',
  fieldType: 'Expression',
  dataType: 'LONG',
  needs: ['first_contact_date', 'expected_close_date'],
  compute: ({ first_contact_date: from, expected_close_date: to }) =>
    from === null || to === null ? null : String(Number(to) - Number(from)),
};

const actors = ['Lead Desk', 'Sales Clerks', 'Sales Clerks', 'Sales Managers'];

export const workflowActors: ComputedColumn = {
  label: 'Current Workflow Actors',
  fieldType: 'Workflow',
  dataType: 'VAR_STRING',
  needs: ['current_stage'],
  // A closed lead waits for nobody.
  compute: ({ current_stage: stage }) => (isClosed(stage) ? null : (actors[Number(stage)] ?? null)),
};
