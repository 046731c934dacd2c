import { controllerNamed } from '../catalog/controllers.ts';
import type { Controller } from '../catalog/controller.ts';
import { aclGroups, organization } from '../catalog/organization.ts';
import type { Stored } from '../catalog/columnKinds.ts';
import { quoted } from '../database/schema.ts';
import type { Row, Store } from '../database/store.ts';

export function displayNameOf(controller: Controller, row: Row): string {
  const words = controller.displayColumns
    .map((name) => row[name])
    .filter((word) => word !== null && word !== undefined);
  return words.join(' ') || `${controller.singular} ${row['id']}`;
}

/** Looks up what references point to: once for each record, however many rows refer to it. */
export class DisplayNames {
  private readonly store: Store;
  private readonly known = new Map<string, string | null>();

  constructor(store: Store) {
    this.store = store;
  }

  of(target: string, id: Stored | undefined): string | null {
    if (id === null || id === undefined) return null;
    if (target === 'groups') return aclGroups.get(Number(id)) ?? organization.name;
    const key = `${target} ${id}`;
    let name = this.known.get(key);
    if (name === undefined) this.known.set(key, (name = this.read(target, id)));
    return name;
  }

  private read(target: string, id: Stored): string | null {
    const controller = controllerNamed(target);
    if (!controller) return null;
    const columns = ['id', ...controller.displayColumns].map(quoted).join(', ');
    const row = this.store.get(`SELECT ${columns} FROM ${quoted(target)} WHERE id = ?`, id);
    return row ? displayNameOf(controller, row) : null;
  }
}

/** As `<field>_model` companions name it. */
export function modelOf(target: string): string {
  return target === 'groups' ? 'Groups' : (controllerNamed(target)?.model ?? target);
}
