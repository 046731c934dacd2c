import type { ServiceChoices } from '../connection/connection.ts';
import { type ControllerName, shortName } from '../controller.ts';
import type { RelatedTo } from '../list/recordQuery.ts';
import type { Association, RecordForm } from './recordForm.ts';

/**
 * An association asks with its own table and key, so that two to one controller find their own records. Where it names no
 * key, the interface leaves open whose it is, and the connection says.
 */
export function relatedTo(
  form: Pick<RecordForm, 'id' | 'alias' | 'primaryKey' | 'modelClass'>,
  association: Pick<Association, 'foreignKey' | 'table' | 'modelClass'> | undefined,
  controller: ControllerName,
  { relatedKey, relatedClass }: Pick<ServiceChoices, 'relatedKey' | 'relatedClass'>,
): RelatedTo {
  const { foreignKey, table } = association ?? {};
  const primaryKey = form.primaryKey?.split('.').at(-1) ?? 'id';
  const own = form.primaryKey?.includes('.') === true ? form.primaryKey : `${form.alias}.${primaryKey}`;
  const usual = relatedKey === 'record' ? own : `${shortName(controller)}.id`;
  const named = foreignKey?.includes('.') === true ? foreignKey : `${table ?? shortName(controller)}.${foreignKey}`;
  const modelClass = relatedClass === 'record' ? form.modelClass : association?.modelClass;
  return { id: form.id ?? '', key: foreignKey === undefined ? usual : named, modelClass: modelClass ?? '' };
}
