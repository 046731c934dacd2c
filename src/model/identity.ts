/** Who the service takes us for and on whose behalf, as far as its answers say. */
export interface Identity {
  readonly userId?: string;
  readonly userName?: string;
  readonly organizationId?: string;
  readonly organizationName?: string;
}
