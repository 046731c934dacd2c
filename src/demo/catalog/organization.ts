/** The one organization that this service serves. */
export const organization = { id: '1', name: 'Meridian Trading Ltd.' };

/** Groups that records belong to; `primary_acl_group` points here. */
export const aclGroups: ReadonlyMap<number, string> = new Map([
  [1, 'Sales'],
  [2, 'Back Office'],
  [3, 'Field Service'],
]);
