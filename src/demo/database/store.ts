import { DatabaseSync, type StatementSync, type SQLInputValue } from 'node:sqlite';
import type { Stored } from '../catalog/column.ts';

export type Row = Record<string, Stored>;

const keptStatements = 400;

/**
 * The open database. Statements are prepared once; their SQL contains only names from the catalog, and values are
 * always bound.
 */
export class Store {
  readonly db: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.db = db;
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no column that is read so holds a blob or a big integer
    return this.prepare(sql).get(...values) as Row | undefined;
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    return this.prepare(sql).all(...values) as Row[];
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.prepare(sql).run(...values).lastInsertRowid);
  }

  /** Runs `work` atomically. */
  transaction<T>(work: () => T): T {
    this.db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.db.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.statements.clear();
    this.db.close();
  }

  private prepare(sql: string): StatementSync {
    const known = this.statements.get(sql);
    if (known) return known;
    if (this.statements.size >= keptStatements) this.statements.delete(this.statements.keys().next().value ?? '');
    const statement = this.db.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}

const busy = 5;

/** True if another process holds the lock: SQLite waits for a while, then fails with this code. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === busy;
}
