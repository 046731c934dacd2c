/** The user and organization according to the service's responses. */
export interface Identity {
  readonly userId?: string;
  readonly userName?: string;
  readonly organizationId?: string;
  readonly organizationName?: string;
}
