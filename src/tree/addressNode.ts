import type { RecordsAddress } from '../model/address/address.ts';
import type { TreeItem } from '../platform/ui/views.ts';
import type { TreeNode } from './treeNode.ts';

/** A tree item of a list view or record, with the arguments that identify it in commands. */
export abstract class AddressNode implements TreeNode {
  readonly connection: string;
  readonly controller: string;
  readonly listView?: string;
  /** Record id, if it is a record. */
  readonly id?: string;
  readonly address: RecordsAddress;
  abstract readonly item: TreeItem;

  constructor(address: RecordsAddress) {
    this.connection = address.connection;
    this.controller = address.controller;
    if (address.kind === 'listView' && address.listView !== undefined) this.listView = address.listView;
    if (address.kind === 'record') this.id = address.id;
    this.address = address;
  }
}
