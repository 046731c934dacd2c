import type { JsonObject } from '../../model/json.ts';
import { uuidOf } from '../catalog/uuid.ts';
import type { Action } from '../workflow.ts';

/** A button, with everything that the interface says such an element carries. */
export function submitElement(action: Action): JsonObject {
  return {
    name: ['action', action.name],
    __name: `action.${action.name}`,
    label: action.label,
    template: 'submit',
    method: 'submit',
    value: action.label,
    __value: action.label,
    is_web_compatible: action.isWebCompatible ? '1' : '0',
    is_mobile_compatible: '1',
    rules_grid: [],
    roles_grid: [],
    helper: null,
    allow_copy_to_clipboard: '0',
    allow_user_to_specify_user_level_default: '0',
    business_key: uuidOf(`submit ${action.name}`),
    packaged_with_module: 'core',
    mw: null,
  };
}
