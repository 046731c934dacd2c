import type { ControllerName } from '../controller.ts';
import type { JsonValue } from '../json.ts';

export type AssociationKind = 'hasMany' | 'hasOne' | 'belongsTo' | 'manyToMany' | 'unknown';

/** One entry of `model_associations`: records that hang together with this one. */
export interface Association {
  readonly name: string;
  readonly kind: AssociationKind;
  readonly modelClass?: string;
  readonly controller?: ControllerName;
  /** As with a reference: what the model class suggests. */
  readonly likelyController?: ControllerName;
  readonly foreignKey?: string;
  readonly table?: string;
  readonly raw: JsonValue;
}
