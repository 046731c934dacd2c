import * as vscode from 'vscode';
import { addressUri } from '../platform/addressUri.ts';
import type { TreeNode } from './treeNode.ts';

const uriList = 'text/uri-list';

/** List views and records can be dragged to an editor group, which opens them there. Nothing can be dropped here. */
export const dragLines: vscode.TreeDragAndDropController<TreeNode> = {
  dragMimeTypes: [uriList],
  dropMimeTypes: [],
  handleDrag(nodes, transfer) {
    const addresses = nodes.flatMap(({ address }) => (address ? [addressUri(address).toString()] : []));
    // the list's lines end as its standard says
    if (addresses.length > 0) transfer.set(uriList, new vscode.DataTransferItem(addresses.join('\r\n')));
  },
};
