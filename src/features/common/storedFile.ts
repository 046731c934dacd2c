import type { Attachment } from '../../model/form/attachment.ts';

/** A stored file of a record, as pages show it. */
export interface StoredFile extends Pick<Attachment, 'at' | 'value' | 'name'> {
  /** Null if the service doesn't provide it. */
  readonly size: number | null;
  readonly location: Attachment['location']['kind'];
  /** Of a file outside the service. */
  readonly host?: string;
  readonly canPreview: boolean;
}
