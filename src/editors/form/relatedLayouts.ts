import type { OpenAddress } from '../../model/address/address.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { type ColumnLayout, columnLayout } from '../../protocol/tableProtocol.ts';
import type { ColumnLayouts } from '../../services/remembered/listViewMementos.ts';
import type { ListAddress } from '../../services/lists/listAddress.ts';

/** Where the columns of related records are remembered: the same for every record of a controller. No list view has such an id. */
export function relatedPlace({ connection, controller }: OpenAddress, name: string): ListAddress {
  return { connection, controller, listView: `=related ${name}` };
}

export function relatedLayouts(
  layouts: Pick<ColumnLayouts, 'get'>,
  address: OpenAddress,
  { associations }: RecordForm,
): Record<string, ColumnLayout> {
  return Object.fromEntries(
    associations.flatMap(({ name }) => {
      const kept = columnLayout.safeParse(layouts.get(relatedPlace(address, name)));
      return kept.success ? [[name, kept.data]] : [];
    }),
  );
}
