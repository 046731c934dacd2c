import { bulkStates } from './bulkStates.ts';
import { compareStates } from './compareStates.ts';
import { formStates } from './formStates.ts';
import { importStates } from './importStates.ts';
import { connectionStates, licenseStates, signupStates } from './pageStates.ts';
import type { SheetState } from './sheetState.ts';
import { chartStates, tableStates } from './tableStates.ts';

/** Every page in every possible state. */
export const sheetStates: readonly SheetState[] = [
  ...tableStates,
  ...chartStates,
  ...formStates,
  ...bulkStates,
  ...compareStates,
  ...importStates,
  ...connectionStates,
  ...signupStates,
  ...licenseStates,
];
